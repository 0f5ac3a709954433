/** The search indexes of products' texts and their terms. */
import type { Kysely } from 'kysely'
import { toPinyinTerms } from './pinyin-terms.ts'
import type { SearchTextsTable } from './tables/search.ts'
import { insertTerms, toGramSequence } from './text-search.ts'

/** The index of texts; on SQLite it includes the positions of terms. */
export const TEXT_GRAMS = 'search_grams'
/** The index of pinyin; its terms have no positions. */
export const PINYIN_GRAMS = 'search_letter_grams'

/** The collection of the products' pinyin among the searched texts. */
export const PINYIN_COLLECTION: SearchTextsTable['collection'] = 'product-letters'

type SearchedText = { ordinal: number; collection: string; text: string }

/** Adds texts to the indexes under their ordinals. */
export async function indexSearchTexts<DB>(db: Kysely<DB>, texts: readonly SearchedText[]): Promise<void> {
  const insert = (table: string, rows: readonly SearchedText[], toTerms: (text: string) => string[]) =>
    insertTerms(
      db,
      table,
      rows.map(({ ordinal, text }) => ({ row: ordinal, terms: toTerms(text) })),
    )
  const isPinyin = ({ collection }: SearchedText) => collection === PINYIN_COLLECTION
  await insert(PINYIN_GRAMS, texts.filter(isPinyin), toPinyinTerms)
  await insert(
    TEXT_GRAMS,
    texts.filter((text) => !isPinyin(text)),
    toGramSequence,
  )
}
