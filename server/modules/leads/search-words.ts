import { redactContacts } from '#contracts/rules/redact-contacts.ts'
import { buildSearchLines, normalizeText } from '#contracts/rules/search-text.ts'

type Searchable = Record<
  'companyName' | 'productName' | 'contactName' | 'phone' | 'email' | 'requirements' | 'notes',
  string
>

/**
 * Returns what a lead is found by: `searchOpen`, company and product, by every reader, and `searchText` only by those who
 * may see contact data; requirements and notes are read as they stand, all else by pinyin, too.
 */
export function buildLeadSearch(lead: Searchable): { searchText: string; searchOpen: string } {
  const { companyName, productName, contactName, phone, email, requirements, notes } = lead
  const searchOpen = buildSearchLines([companyName, productName].map(redactContacts))
  const people = buildSearchLines([contactName, phone, phone.replaceAll(/\D/g, ''), email])
  return {
    searchOpen,
    searchText: [searchOpen, people, normalizeText(requirements), normalizeText(notes)].join('\n'),
  }
}
