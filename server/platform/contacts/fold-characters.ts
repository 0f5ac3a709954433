import { toNfkc } from '#contracts/rules/normalize-text.ts'

/** Invisible characters, and the frame of a keycap emoji. */
const IGNORED = /\p{Default_Ignorable_Code_Point}|\u20e3/u

const foldedCharacters = new Map<string, string>()

function foldCharacter(character: string): string {
  const cached = foldedCharacters.get(character)
  if (cached !== undefined) return cached
  const folded = IGNORED.test(character) ? '' : toNfkc(character).toLowerCase().replaceAll(/\s/g, ' ')
  // All characters of Unicode would take some megabytes.
  if (foldedCharacters.size < 20_000) foldedCharacters.set(character, folded)
  return folded
}

/**
 * Folds a text: full-width and circled characters, upper case, invisible characters. Returns the range of the original
 * text for each unit of the folded one.
 */
export function foldCharacters(text: string): { text: string; starts: number[]; ends: number[] } {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let index = 0
  for (const character of text) {
    const folded = foldCharacter(character)
    const end = index + character.length
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(index)
      ends.push(end)
    }
    parts.push(folded)
    index = end
  }
  return { text: parts.join(''), starts, ends }
}
