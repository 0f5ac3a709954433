/** A search that is tried instead of one that found nothing, and how many of them there may be. */
const MOST_TRIES = 8
const LEAST_LENGTH = 2
/** Two letters begin almost anything. */
const LEAST_LETTERS = 4

/**
 * Lists what is nearest to a search that found nothing: its words, the longest first, then what begins it, ever shorter.
 */
export function listNearest(search: string): string[] {
  const words = search.split(/[\s,，、;；/|+]+/u).filter((word) => word.length >= LEAST_LENGTH)
  const longest = words.toSorted((a, b) => b.length - a.length)
  const characters = [...(longest[0] ?? '')]
  const least = /^\p{ASCII}*$/u.test(longest[0] ?? '') ? LEAST_LETTERS : LEAST_LENGTH
  const beginnings = Array.from({ length: Math.max(0, characters.length - least) }, (_, cut) =>
    characters.slice(0, characters.length - 1 - cut).join(''),
  )
  const tries = [...(words.length > 1 ? longest : []), ...beginnings]
  return [...new Set(tries)].filter((each) => each !== search).slice(0, MOST_TRIES)
}
