/** The maximum number of alternatives to a search without results. */
const MAX_ALTERNATIVES = 8
const MIN_LENGTH = 2
/** Shorter prefixes of Latin letters match almost anything. */
const MIN_ASCII_PREFIX_LENGTH = 4

/** Lists alternatives to a search without results: its words, then shorter and shorter prefixes of the longest one. */
export function listAlternatives(search: string): string[] {
  const words = search.split(/[\s,，、;；/|+]+/u).filter((word) => word.length >= MIN_LENGTH)
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const [longest = ''] = longestFirst
  const characters = [...longest]
  const minLength = /^\p{ASCII}*$/u.test(longest) ? MIN_ASCII_PREFIX_LENGTH : MIN_LENGTH
  const prefixes = Array.from({ length: Math.max(0, characters.length - minLength) }, (_, cut) =>
    characters.slice(0, characters.length - 1 - cut).join(''),
  )
  const alternatives = [...(words.length > 1 ? longestFirst : []), ...prefixes]
  return [...new Set(alternatives)].filter((alternative) => alternative !== search).slice(0, MAX_ALTERNATIVES)
}
