import type { Recommendation } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Selects what happened to products after `since`, and at or before `until`. */
export type UpdateRange = { ids: readonly string[]; since: string; until: string }

/** Lists the changes of prices of products, newest first. */
export const listPriceChanges = (db: Queryable, { ids, since, until }: UpdateRange) =>
  db
    .selectFrom('priceChanges')
    .select(['productId', 'version', 'at', 'before', 'after'])
    .where('productId', 'in', ids)
    .where('at', '>', since)
    .where('at', '<=', until)
    .orderBy('version', 'desc')
    .execute()

/** Lists products that were added. */
export const listAddedProducts = (db: Queryable, { ids, since, until }: UpdateRange) =>
  db
    .selectFrom('products')
    .select(['id', 'category', 'createdAt'])
    .where('id', 'in', ids)
    .where('createdAt', '>', since)
    .where('createdAt', '<=', until)
    .execute()

type PublicationRow = {
  id: string
  productId: string
  recommendation: Recommendation
  score: number
  isExample: boolean
  publishedAt: string
  withdrawnAt: string | null
}

/** Lists the evaluations of products that were published or withdrawn. */
export const listPublications = (db: Queryable, { ids, since, until }: UpdateRange): Promise<PublicationRow[]> =>
  db
    .selectFrom('publishedEvaluations')
    .select(['id', 'productId', 'recommendation', 'score', 'isExample', 'publishedAt', 'withdrawnAt'])
    .where('productId', 'in', ids)
    .where((eb) =>
      eb.or([
        eb.and([eb('publishedAt', '>', since), eb('publishedAt', '<=', until)]),
        eb.and([eb('withdrawnAt', '>', since), eb('withdrawnAt', '<=', until)]),
      ]),
    )
    .execute()
