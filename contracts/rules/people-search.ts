/** How typed words find a person among users: by name and company, in their own letters, in pinyin, by initials. */
import { letters, normalised, searchTextOf } from './search-text.ts'

/** What is kept of a person to be searched: the texts, their full pinyin, their initials, a line each. */
export function peopleSearchText(name: string, company: string): string {
  const { text, syllables, initials } = searchTextOf([name, company])
  return [text, syllables.replaceAll("'", ''), initials].join('\n')
}

/** What of that answers the words typed: any of these as a part of it. */
export function peopleSearchWords(typed: string): string[] {
  const words = normalised(typed)
  return [...new Set([words, letters(words)])].filter((each) => each !== '')
}
