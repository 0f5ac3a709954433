import { splitSearchWords } from '#contracts/rules/search-text.ts'
import { type Bitset, intersect, union } from './bitset.ts'

/** The products that match a search, by how well they match. */
export type RankedBitsets = {
  /** Products that match in name, slogan or description. */
  primary: Bitset
  /** Products that match elsewhere; may include primary ones. */
  secondary: Bitset
  /** Products that match in name. */
  inName: Bitset
}

/**
 * Returns the products that contain a search as typed, and those that contain each of its words, wherever each occurs.
 */
export async function searchWords(
  search: string,
  searchTerm: (term: string) => Promise<RankedBitsets>,
): Promise<RankedBitsets> {
  const asTyped = await searchTerm(search)
  let byWord: RankedBitsets | undefined
  for (const word of splitSearchWords(search)) {
    const matches = await searchTerm(word)
    const anywhere = union([matches.primary, matches.secondary])
    byWord = {
      primary: intersect(matches.primary, byWord?.primary),
      secondary: intersect(anywhere, byWord?.secondary),
      inName: intersect(matches.inName, byWord?.inName),
    }
  }
  if (!byWord) return asTyped
  return {
    primary: union([asTyped.primary, byWord.primary]),
    secondary: union([asTyped.secondary, byWord.secondary]),
    inName: union([asTyped.inName, byWord.inName]),
  }
}
