/** The maximum number of alternatives to a search without results. */
const MAX_ALTERNATIVES = 8
const MIN_LENGTH = 2
/** Shorter prefixes match almost anything. */
const MIN_PREFIX_LETTERS = 4

/** Lists alternatives to a search without results: its words, longest first, then ever shorter prefixes. */
export function listAlternatives(search: string): string[] {
  const words = search.split(/[\s,，、;；/|+]+/u).filter((word) => word.length >= MIN_LENGTH)
  const longest = words.toSorted((a, b) => b.length - a.length)
  const characters = [...(longest[0] ?? '')]
  const minLength = /^\p{ASCII}*$/u.test(longest[0] ?? '') ? MIN_PREFIX_LETTERS : MIN_LENGTH
  const prefixes = Array.from({ length: Math.max(0, characters.length - minLength) }, (_, cut) =>
    characters.slice(0, characters.length - 1 - cut).join(''),
  )
  const alternatives = [...(words.length > 1 ? longest : []), ...prefixes]
  return [...new Set(alternatives)].filter((alternative) => alternative !== search).slice(0, MAX_ALTERNATIVES)
}
