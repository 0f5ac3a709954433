/** The search indexes of products' texts and their terms. */
import type { Kysely } from 'kysely'
import { toLetterGrams } from './letter-grams.ts'
import type { SearchTextsTable } from './tables/search.ts'
import { insertWords, toGramSequence } from './text-search.ts'

/** The index of texts; on SQLite it includes the positions of terms. */
export const TEXT_GRAMS = 'search_grams'
/** The index of pinyin; its terms have no positions. */
export const LETTER_GRAMS = 'search_letter_grams'

const LETTERS: SearchTextsTable['collection'] = 'product-letters'

type SearchedText = { ordinal: number; collection: string; text: string }

/** Adds texts to the indexes under their ordinals. */
export async function indexSearchTexts<DB>(db: Kysely<DB>, texts: readonly SearchedText[]): Promise<void> {
  const insert = (table: string, rows: readonly SearchedText[], toWords: (text: string) => string[]) =>
    insertWords(
      db,
      table,
      rows.map(({ ordinal, text }) => ({ row: ordinal, words: toWords(text) })),
    )
  const isLetters = ({ collection }: SearchedText) => collection === LETTERS
  await insert(LETTER_GRAMS, texts.filter(isLetters), toLetterGrams)
  await insert(
    TEXT_GRAMS,
    texts.filter((text) => !isLetters(text)),
    toGramSequence,
  )
}
