/** The long texts of products that are searched in the database: details, and facts in words. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { indexTexts, listValuesContaining, TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'

/** The part that contains a product's details; the others are keys of attributes. */
export const DETAILS_PART = ''

/** Which parts of a product are replaced: its details, or all of its facts. */
type PartKind = 'details' | 'facts'

/** A folded text of a product. One that is '' has no row. */
export type ProductText = { productId: string; part: string; text: string }

const PRODUCTS_PER_QUERY = 200

/** Replaces the texts of products in a kind of parts, and indexes those that have changed. */
export async function replaceTexts(
  db: Queryable,
  kind: PartKind,
  productIds: readonly string[],
  texts: readonly ProductText[],
): Promise<void> {
  const textsByProduct = Map.groupBy(texts, ({ productId }) => productId)
  for (let index = 0; index < productIds.length; index += PRODUCTS_PER_QUERY) {
    const ids = productIds.slice(index, index + PRODUCTS_PER_QUERY)
    await replaceBatch(
      db,
      kind,
      ids,
      ids.flatMap((id) => textsByProduct.get(id) ?? []),
    )
  }
}

async function replaceBatch(
  db: Queryable,
  kind: PartKind,
  productIds: readonly string[],
  texts: readonly ProductText[],
): Promise<void> {
  const stored = await db
    .selectFrom('searchTexts')
    .selectAll()
    .where('productId', 'in', productIds)
    .where('part', kind === 'details' ? '=' : '!=', DETAILS_PART)
    .execute()
  const isSame = (one: ProductText, other: ProductText) =>
    one.productId === other.productId && one.part === other.part && one.text === other.text
  const removed = stored.filter((row) => !texts.some((text) => isSame(row, text)))
  const added = texts.filter((text) => text.text !== '' && !stored.some((row) => isSame(row, text)))
  if (removed.length > 0)
    await db
      .deleteFrom('searchTexts')
      .where(
        'ordinal',
        'in',
        removed.map(({ ordinal }) => ordinal),
      )
      .execute()
  if (added.length === 0) return
  const inserted = await db.insertInto('searchTexts').values(added).returning(['ordinal', 'text']).execute()
  await indexTexts(db, TEXT_INDEXES.products, inserted)
}

/**
 * Lists the ids, which may repeat, of the products of both catalogues whose long texts contain a folded text, except in facts of the hidden
 * attributes.
 */
export const listProductsContaining = (
  db: Queryable,
  text: string,
  hiddenAttributes: readonly string[],
): Promise<string[]> =>
  listValuesContaining(db, TEXT_INDEXES.products, [text], {
    column: 'product_id',
    condition: hiddenAttributes.length > 0 ? sql<boolean>`part not in (${sql.join(hiddenAttributes)})` : undefined,
  })
