/** Search of users by name and company: by characters, pinyin or initials. */
import { redactContacts } from './contacts/redact-contacts.ts'
import { buildSearchText, normalizeText, toPinyinInput } from './search-text.ts'

/**
 * Builds the searchable text of a person: the texts, their full pinyin and their initials, a line each. Contacts in them
 * aren't searched, since viewers could determine them digit by digit (docs/decisions/030).
 */
export function buildPersonSearchText(name: string, company: string): string {
  const { text, syllables, initials } = buildSearchText([name, company].map(redactContacts))
  return [text, syllables.replaceAll("'", ''), initials].join('\n')
}

/** Returns the search terms of an input: a person matches if their search text contains any of them. */
export function listPersonSearchTerms(input: string): string[] {
  const text = normalizeText(input)
  return [...new Set([text, toPinyinInput(text)])].filter((term) => term !== '')
}
