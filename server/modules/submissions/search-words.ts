import { buildSearchText, normalizeText } from '#contracts/rules/search-text.ts'

const BETWEEN = ' \u241e '

type SearchableSubmission = { productName: string; companyName: string; productDescription: string }

/**
 * Returns what a submission is found by: product, company and description, and of the first two the readings and
 * initials.
 */
export function buildSubmissionSearchText({
  productName,
  companyName,
  productDescription,
}: SearchableSubmission): string {
  const { syllables, initials } = buildSearchText([productName, companyName])
  const { text } = buildSearchText([productName, companyName, productDescription])
  return [text, syllables.replaceAll("'", ''), initials].join(BETWEEN)
}

/** Normalizes a typed query for the search. */
export const normalizeQuery = (input: string): string => normalizeText(input)
