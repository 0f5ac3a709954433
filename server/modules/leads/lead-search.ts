import { redactContacts } from '#contracts/rules/contacts/redact-contacts.ts'
import { buildSearchLines, normalizeText } from '#contracts/rules/search-text.ts'

type Searchable = Record<
  'companyName' | 'productName' | 'contactName' | 'phone' | 'email' | 'requirements' | 'notes',
  string
>

/**
 * Returns a lead's search texts: `searchTextWithoutContacts` (company and product) for every reader, `searchText` only
 * for readers of contact data. Requirements and notes are matched literally, everything else by pinyin as well.
 */
export function buildLeadSearch(lead: Searchable): { searchText: string; searchTextWithoutContacts: string } {
  const { companyName, productName, contactName, phone, email, requirements, notes } = lead
  const searchTextWithoutContacts = buildSearchLines([companyName, productName].map(redactContacts))
  const contacts = buildSearchLines([contactName, phone, phone.replaceAll(/\D/g, ''), email])
  return {
    searchTextWithoutContacts,
    searchText: [searchTextWithoutContacts, contacts, normalizeText(requirements), normalizeText(notes)].join('\n'),
  }
}
