/** Rows of members' reviews, joined with their products and authors. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { MemberReviewsTable } from '#server/platform/database/tables/reviews.ts'
import { getNextOrdinal, indexTexts, reindexText, TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'

/** The lock that every change of a review takes, so that changes are serialized. */
export const REVIEWS_LOCK = 'member-reviews'

export type ReviewRow = Selectable<MemberReviewsTable>
/** A review with its product and its author, which is `null` for a sample. */
export type ReviewWithContext = ReviewRow & {
  catalogue: Catalogue
  productName: string
  isProductActive: boolean
  productDeletedAt: string | null
  productCompany: string
  productContact: string
  productDetailsJson: unknown
  authorName: string | null
  authorEmail: string | null
  authorCompany: string | null
  authorEmailVerifiedAt: string | null
}

/** Selects reviews with their products and authors. */
export const selectReviewsWithContext = (db: Queryable) =>
  db
    .selectFrom('memberReviews')
    .innerJoin('products', 'products.id', 'memberReviews.productId')
    .leftJoin('users', 'users.id', 'memberReviews.userId')
    .selectAll('memberReviews')
    .select([
      'products.catalogue',
      'products.name as productName',
      'products.isActive as isProductActive',
      'products.deletedAt as productDeletedAt',
      'products.company as productCompany',
      'products.contactEmail as productContact',
      'products.detailsJson as productDetailsJson',
      'users.name as authorName',
      'users.email as authorEmail',
      'users.company as authorCompany',
      'users.emailVerifiedAt as authorEmailVerifiedAt',
    ])

/** Inserts a review with its search texts. The caller must have taken `REVIEWS_LOCK`. */
export async function insertReview(
  db: Queryable,
  row: Omit<Insertable<MemberReviewsTable>, 'catalogue' | 'productNumber' | 'ordinal'>,
): Promise<void> {
  const { catalogue, number } = await db
    .selectFrom('products')
    .select(['catalogue', 'number'])
    .where('id', '=', row.productId)
    .executeTakeFirstOrThrow()
  const ordinal = await getNextOrdinal(db, 'member_reviews')
  await db
    .insertInto('memberReviews')
    .values({ ...row, catalogue, productNumber: number, ordinal })
    .execute()
  await indexTexts(db, TEXT_INDEXES.memberReviews, [{ ordinal, text: row.searchText }])
}

/** Updates a review and increments its version. */
export async function updateReview(
  db: Queryable,
  id: string,
  values: Omit<Updateable<MemberReviewsTable>, 'id' | 'version' | 'ordinal'>,
): Promise<void> {
  const { ordinal } = await db
    .updateTable('memberReviews')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('ordinal')
    .executeTakeFirstOrThrow()
  if (values.searchText !== undefined)
    await reindexText(db, TEXT_INDEXES.memberReviews, { ordinal, text: values.searchText })
}

/** Sets the assignee and the deadline of a review, whose version stays the same. */
export async function assignReview(
  db: Queryable,
  id: string,
  { assigneeId, assignmentDueAt }: Pick<ReviewRow, 'assigneeId' | 'assignmentDueAt'>,
): Promise<void> {
  await db.updateTable('memberReviews').set({ assigneeId, assignmentDueAt }).where('id', '=', id).execute()
}

export const findReview = (db: Queryable, id: string): Promise<ReviewWithContext | undefined> =>
  selectReviewsWithContext(db).where('memberReviews.id', '=', id).executeTakeFirst()

export const findReviewByAuthor = (
  db: Queryable,
  productId: string,
  userId: string,
): Promise<ReviewWithContext | undefined> =>
  selectReviewsWithContext(db)
    .where('memberReviews.productId', '=', productId)
    .where('memberReviews.userId', '=', userId)
    .executeTakeFirst()

/** Lists a member's own reviews, newest first, including those of inactive or deleted products. */
export const listReviewsByAuthor = (db: Queryable, userId: string): Promise<ReviewWithContext[]> =>
  selectReviewsWithContext(db)
    .where('memberReviews.userId', '=', userId)
    .orderBy('memberReviews.submittedAt', 'desc')
    .orderBy('memberReviews.id')
    .execute()

/** Counts reviews submitted within a period from a network. */
export const countReviewsBetween = (
  db: Queryable,
  { since, until }: { since: string; until: string },
  addressHash: string,
): Promise<number> =>
  countRows(
    db
      .selectFrom('memberReviews')
      .where('submittedAt', '>', since)
      .where('submittedAt', '<=', until)
      .where('addressHash', '=', addressHash),
  )

/** Deletes the hashed networks of up to `limit` reviews submitted before a time. Returns their number. */
export async function deleteAddressesBefore(db: Queryable, before: string, limit: number): Promise<number> {
  const rows = await db
    .updateTable('memberReviews')
    .set({ addressHash: '' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('memberReviews')
        .select('id')
        .where('addressHash', '>', '')
        .where('submittedAt', '<=', before)
        .limit(limit),
    )
    .returning('id')
    .execute()
  return rows.length
}

/** Counts the published reviews of products without a reply. */
export const countUnanswered = async (db: Queryable, productIds: readonly string[]) =>
  productIds.length === 0
    ? []
    : db
        .selectFrom('memberReviews')
        .select((eb) => ['productId', eb.fn.countAll<number>().as('count')])
        .where('productId', 'in', productIds)
        .where('publishedJson', 'is not', null)
        .where('replyText', 'is', null)
        .groupBy('productId')
        .execute()

/** Lists up to `limit` reviews withdrawn before a time. */
export const listWithdrawnBefore = (db: Queryable, before: string, limit: number) =>
  db
    .selectFrom('memberReviews')
    .innerJoin('products', 'products.id', 'memberReviews.productId')
    .select(['memberReviews.id', 'products.name as productName'])
    .where('memberReviews.status', '=', 'withdrawn')
    .where('memberReviews.updatedAt', '<', before)
    .limit(limit)
    .execute()

export const deleteReview = (db: Queryable, id: string) => db.deleteFrom('memberReviews').where('id', '=', id).execute()
