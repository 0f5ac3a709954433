import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'

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
    searchText: [searchTextWithoutContacts, contacts, foldText(requirements), foldText(notes)].join('\n'),
  }
}
