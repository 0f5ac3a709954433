/** The words by which the index of products' texts finds them. */
import { toLetterGrams } from './letter-grams.ts'
import type { SearchTextsTable } from './tables/search.ts'
import { toGramSequence } from './text-search.ts'

const LETTERS: SearchTextsTable['collection'] = 'product-letters'

/** Returns the words of a text of a collection; those of PostgreSQL count once, wherever they stand. */
export const toWords = (collection: string, text: string): string[] =>
  collection === LETTERS ? toLetterGrams(text) : toGramSequence(text)
