import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { buildSearchLines, buildSearchPatterns } from '#server/platform/search-text/search-lines.ts'
import { normalizeReceipt } from './receipt.ts'

type Searchable = Record<
  'receipt' | 'productName' | 'companyName' | 'productDescription' | 'contactName' | 'contactEmail' | 'contactPhone',
  string
>

const extractDigits = (text: string) => text.replaceAll(/\D/g, '')

/**
 * Returns the search texts of a submission: `searchTextWithoutContacts` for every reader, and `searchText` for readers
 * of contact data, which includes the description, since vendors often name contacts there.
 */
export function buildSubmissionSearch(submission: Searchable): {
  searchText: string
  searchTextWithoutContacts: string
} {
  const { productName, companyName, receipt, contactName, contactEmail, contactPhone } = submission
  const contacts = buildSearchLines([contactName, contactEmail, contactPhone, extractDigits(contactPhone)])
  const names = [productName, companyName]
  const searchTextWithoutContacts = buildSearchLines([...names.map(redactContacts), receipt])
  return {
    searchTextWithoutContacts,
    searchText: [buildSearchLines([...names, receipt]), contacts, foldText(submission.productDescription)].join('\n'),
  }
}

/** The day and the random characters of a receipt, in any spelling that `normalizeReceipt` reads. */
const RECEIPT_WITHOUT_PREFIX = /^\d{8}[\s\p{Dash}]*[\da-z]{8}$/u

/**
 * Returns the patterns for a query; a submission matches if it contains any of them: the query and its pinyin, the
 * digits of a number without separators, and a normalized receipt.
 */
export function listSearchPatterns(input: string): string[] {
  const patterns = buildSearchPatterns(input)
  const [query = ''] = patterns
  if (/^[+\d][\d\s()（）+.-]{2,}$/.test(query)) patterns.push(extractDigits(query))
  if (/^zj[-\s\d]/.test(query) || RECEIPT_WITHOUT_PREFIX.test(query))
    patterns.push(normalizeReceipt(query).toLowerCase())
  return [...new Set(patterns)]
}
