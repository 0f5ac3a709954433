import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'

type HelpfulMark = { reviewId: string; userId: string }

/** Lists the ids of a product's reviews that a reader has marked as helpful. */
export async function listMarkedReviewIds(db: Queryable, productId: string, userId: string): Promise<string[]> {
  const marks = await db
    .selectFrom('reviewHelpfulMarks')
    .innerJoin('memberReviews', 'memberReviews.id', 'reviewHelpfulMarks.reviewId')
    .select('reviewId')
    .where('memberReviews.productId', '=', productId)
    .where('reviewHelpfulMarks.userId', '=', userId)
    .execute()
  return marks.map(({ reviewId }) => reviewId)
}

/** Lists all reviews that a reader has marked as helpful, with the names of their products, newest mark first. */
export const listMarkedReviews = (db: Queryable, userId: string) =>
  db
    .selectFrom('reviewHelpfulMarks')
    .innerJoin('memberReviews', 'memberReviews.id', 'reviewHelpfulMarks.reviewId')
    .innerJoin('products', 'products.id', 'memberReviews.productId')
    .select(['reviewHelpfulMarks.reviewId', 'products.name as productName', 'reviewHelpfulMarks.createdAt'])
    .where('reviewHelpfulMarks.userId', '=', userId)
    .orderBy('reviewHelpfulMarks.createdAt', 'desc')
    .orderBy('reviewHelpfulMarks.reviewId')
    .execute()

/** Inserts a reader's mark. Returns whether it is new. */
export const insertHelpfulMark = (db: Queryable, mark: HelpfulMark & { createdAt: string }): Promise<boolean> =>
  hasRow(
    db
      .insertInto('reviewHelpfulMarks')
      .values(mark)
      .onConflict((row) => row.columns(['reviewId', 'userId']).doNothing())
      .returning('reviewId'),
  )

/** Deletes a reader's mark. Returns whether it existed. */
export const deleteHelpfulMark = (db: Queryable, mark: HelpfulMark): Promise<boolean> =>
  hasRow(
    db
      .deleteFrom('reviewHelpfulMarks')
      .where('reviewId', '=', mark.reviewId)
      .where('userId', '=', mark.userId)
      .returning('reviewId'),
  )

/**
 * Changes a review's number of helpful marks by one, and returns it; 0 if the review doesn't exist. Its version stays
 * the same, so that marks don't conflict with edits.
 */
export const changeHelpfulCount = async (db: Queryable, reviewId: string, change: 1 | -1): Promise<number> => {
  const row = await db
    .updateTable('memberReviews')
    .set((eb) => ({ helpful: eb('helpful', '+', change) }))
    .where('id', '=', reviewId)
    .returning('helpful')
    .executeTakeFirst()
  return row?.helpful ?? 0
}

/** Deletes all marks of a reader, and subtracts them from the reviews' counts. */
export async function deleteHelpfulMarksByUser(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable('memberReviews')
    .set((eb) => ({ helpful: eb('helpful', '-', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('reviewHelpfulMarks').select('reviewId').where('userId', '=', userId))
    .execute()
  await db.deleteFrom('reviewHelpfulMarks').where('userId', '=', userId).execute()
}
