/** The names of agents and submissions, as they are compared to detect possible duplicates. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { getDialect } from '#server/platform/database/dialects/dialects.ts'
import { forEachBatch, ROWS_PER_STATEMENT } from '#server/platform/database/for-each-batch.ts'
import { indexTexts, listValuesContaining, reindexText, TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'
import { type NameKeys, toNameKeys } from '#server/platform/search-text/name-similarity.ts'

const INDEX = TEXT_INDEXES.comparedNames
type Owner = { productId: string } | { submissionId: string }
type Named = { name: string; company: string }

/** Stores the names of new products or submissions. */
async function insertNames(db: Queryable, rows: readonly (Owner & Named)[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ name, company, ...owner }) => ({ ...owner, ...toNameKeys({ name, company }) }))
  const inserted = await db.insertInto('comparedNames').values(values).returning(['ordinal', 'nameKey']).execute()
  await indexTexts(
    db,
    INDEX,
    inserted.map(({ ordinal, nameKey }) => ({ ordinal, text: nameKey })),
  )
}

/** Stores the names of a new submission. */
export const insertSubmissionNames = (db: Queryable, submissionId: string, names: Named): Promise<void> =>
  insertNames(db, [{ submissionId, name: names.name, company: names.company }])

/** Stores the names of a submission that has changed. */
export async function refreshSubmissionNames(db: Queryable, submissionId: string, names: Named): Promise<void> {
  const keys = toNameKeys(names)
  const { ordinal } = await db
    .updateTable('comparedNames')
    .set(keys)
    .where('submissionId', '=', submissionId)
    .returning('ordinal')
    .executeTakeFirstOrThrow()
  await reindexText(db, INDEX, { ordinal, text: keys.nameKey })
}

/** Stores the names of those of the products that are agents, if they are new or have changed. */
export const refreshProductNames = (db: Queryable, productIds: readonly string[]): Promise<void> =>
  forEachBatch(productIds, ROWS_PER_STATEMENT, async (part) => {
    const rows = await db
      .selectFrom('products')
      .leftJoin('comparedNames', 'comparedNames.productId', 'products.id')
      .select(['products.id', 'name', 'company', 'ordinal', 'nameKey', 'companyKey'])
      .where('products.id', 'in', part)
      .where('catalogue', '=', 'agent')
      .execute()
    for (const row of rows) {
      const keys = toNameKeys(row)
      if (row.ordinal === null || (row.nameKey === keys.nameKey && row.companyKey === keys.companyKey)) continue
      await db.updateTable('comparedNames').set(keys).where('ordinal', '=', row.ordinal).execute()
      if (row.nameKey !== keys.nameKey) await reindexText(db, INDEX, { ordinal: row.ordinal, text: keys.nameKey })
    }
    await insertNames(
      db,
      rows.flatMap(({ id: productId, name, company, ordinal }) =>
        ordinal === null ? [{ productId, name, company }] : [],
      ),
    )
  })

/** Lists the names (`nameKey`), which may repeat, that are read like a name or share two adjacent characters with it. */
export async function listNamesToCompare(db: Queryable, { nameKey, readingKey }: NameKeys): Promise<string[]> {
  const sameReading = await db
    .selectFrom('comparedNames')
    .select('nameKey')
    .distinct()
    .where('readingKey', '=', readingKey)
    .execute()
  const pairs = new Set(Array.from({ length: Math.max(nameKey.length - 1, 0) }, (_, at) => nameKey.slice(at, at + 2)))
  const sharing: string[] =
    pairs.size > 0
      ? await listValuesContaining(db, INDEX, [...pairs], { column: 'name_key', condition: undefined })
      : []
  return [...sameReading.map((row) => row.nameKey), ...sharing]
}

/** Selects the rows whose names are among these. */
export const hasName = (db: Queryable, nameKeys: readonly string[]): RawBuilder<boolean> =>
  getDialect(db).isAmongTexts(sql`name_key`, nameKeys)

/** Selects the rows of a company, none if it is unknown (''), whose names aren't among these. */
export const hasCompany = (db: Queryable, companyKey: string, nameKeys: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`company_key = ${companyKey} and company_key <> '' and not ${hasName(db, nameKeys)}`

type Selection = { condition: RawBuilder<boolean>; updatesProductId: string | null; limit: number }

/** Lists the agents outside the recycle bin whose names meet a condition, except the one that a submission updates. */
export const listSimilarProducts = (db: Queryable, { condition, updatesProductId, limit }: Selection) =>
  db
    .selectFrom('comparedNames')
    .innerJoin('products', 'products.id', 'comparedNames.productId')
    .select(['products.id', 'name', 'company', 'products.category', 'isActive'])
    .where(condition)
    .where('products.deletedAt', 'is', null)
    .$if(updatesProductId !== null, (query) => query.where('products.id', '!=', updatesProductId))
    .orderBy('products.id')
    .limit(limit)
    .execute()

/**
 * Lists the submissions outside the recycle bin whose names meet a condition, newest first, except one, and those of
 * the product that it updates.
 */
export const listSimilarSubmissions = (
  db: Queryable,
  { condition, updatesProductId, limit, id }: Selection & { id: string },
) =>
  db
    .selectFrom('comparedNames')
    .innerJoin('submissions', 'submissions.id', 'comparedNames.submissionId')
    .select(['submissions.id', 'productName', 'companyName', 'status', 'createdAt'])
    .where(condition)
    .where('submissions.deletedAt', 'is', null)
    .where('submissions.id', '!=', id)
    .$if(updatesProductId !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('submissions.productId', 'is', null), eb('submissions.productId', '!=', updatesProductId)]),
      ),
    )
    .orderBy('submissions.ordinal', 'desc')
    .limit(limit)
    .execute()
