/** How typed words find a person among users: by name and company, in their own letters, in pinyin, by initials. */
import { buildSearchText, normalizeText, toLetters } from './search-text.ts'

/** What is kept of a person to be searched: the texts, their full pinyin, their initials, a line each. */
export function buildPersonSearchText(name: string, company: string): string {
  const { text, syllables, initials } = buildSearchText([name, company])
  return [text, syllables.replaceAll("'", ''), initials].join('\n')
}

/** What of that answers the words typed: any of these as a part of it. */
export function listPersonSearchTerms(input: string): string[] {
  const words = normalizeText(input)
  return [...new Set([words, toLetters(words)])].filter((term) => term !== '')
}
