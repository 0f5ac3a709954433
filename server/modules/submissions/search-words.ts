import { redactContacts } from '#contracts/rules/redact-contacts.ts'
import { buildSearchLines, buildSearchPatterns, normalizeText } from '#contracts/rules/search-text.ts'
import { parseReceipt } from './receipt.ts'

type Searchable = Record<
  'receipt' | 'productName' | 'companyName' | 'productDescription' | 'contactName' | 'contactEmail' | 'contactPhone',
  string
>

const toDigits = (text: string) => text.replaceAll(/\D/g, '')

/**
 * Returns what a submission is found by: `searchOpen`, without contacts, by every reader, and `searchText` only by those
 * who may see contact data; it includes the description, in which vendors name their contacts, too.
 */
export function buildSubmissionSearch(submission: Searchable): { searchText: string; searchOpen: string } {
  const { productName, companyName, receipt, contactName, contactEmail, contactPhone } = submission
  const people = buildSearchLines([contactName, contactEmail, contactPhone, toDigits(contactPhone)])
  const names = [productName, companyName]
  const searchOpen = buildSearchLines([...names.map(redactContacts), receipt])
  return {
    searchOpen,
    searchText: [buildSearchLines([...names, receipt]), people, normalizeText(submission.productDescription)].join(
      '\n',
    ),
  }
}

/**
 * Returns what a submission has to hold one of to answer a query: the query itself and its reading; a number without
 * what stands between its digits, and a receipt as it was given out, however they were typed.
 */
export function listSearchPatterns(input: string): string[] {
  const patterns = buildSearchPatterns(input)
  const [query = ''] = patterns
  if (/^[+\d][\d\s()（）+.-]{2,}$/.test(query)) patterns.push(toDigits(query))
  if (/^zj[-\s\d]/.test(query)) patterns.push(parseReceipt(query).toLowerCase())
  return [...new Set(patterns)]
}
