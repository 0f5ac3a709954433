import { redactContacts } from '#contracts/rules/redact-contacts.ts'
import { buildSearchLines, normalizeText } from '#contracts/rules/search-text.ts'

type Searchable = Record<
  'companyName' | 'productName' | 'contactName' | 'phone' | 'email' | 'requirements' | 'notes',
  string
>

/**
 * Returns a lead's search texts: `searchOpen` (company and product) for every reader, `searchText` only for those who
 * may see contact data. Requirements and notes are matched literally, everything else by pinyin as well.
 */
export function buildLeadSearch(lead: Searchable): { searchText: string; searchOpen: string } {
  const { companyName, productName, contactName, phone, email, requirements, notes } = lead
  const searchOpen = buildSearchLines([companyName, productName].map(redactContacts))
  const contacts = buildSearchLines([contactName, phone, phone.replaceAll(/\D/g, ''), email])
  return {
    searchOpen,
    searchText: [searchOpen, contacts, normalizeText(requirements), normalizeText(notes)].join('\n'),
  }
}
