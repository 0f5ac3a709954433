import { normalised, searchTextOf } from '#contracts/rules/search-text.ts'

const BETWEEN = ' \u241e '

type Named = { productName: string; companyName: string; productDescription: string }

/** What a submission is found by: product, company and description, and of the first two the readings and initials. */
export function searchWordsOf({ productName, companyName, productDescription }: Named): string {
  const { syllables, initials } = searchTextOf([productName, companyName])
  const { text } = searchTextOf([productName, companyName, productDescription])
  return [text, syllables.replaceAll("'", ''), initials].join(BETWEEN)
}

/** What was typed, in the form that it is looked for in. */
export const searchedWords = (typed: string): string => normalised(typed)
