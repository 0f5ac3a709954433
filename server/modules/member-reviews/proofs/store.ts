/** Rows of review proofs; their bytes are stored by the files module. */
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { ReviewProofsTable } from '#server/platform/database/tables/reviews.ts'

export const insertProof = (db: Queryable, row: ReviewProofsTable) =>
  db.insertInto('reviewProofs').values(row).execute()

/** Assigns a member's unclaimed proof to a review. Returns whether it existed. */
export const claimProof = (db: Queryable, proof: { id: string; userId: string; reviewId: string }): Promise<boolean> =>
  hasRow(
    db
      .updateTable('reviewProofs')
      .set({ reviewId: proof.reviewId })
      .where('id', '=', proof.id)
      .where('userId', '=', proof.userId)
      .where('reviewId', 'is', null)
      .returning('id'),
  )

/** Lists the proofs of several reviews; each has at most one. */
export const listProofs = async (db: Queryable, reviewIds: readonly string[]): Promise<ReviewProofsTable[]> =>
  reviewIds.length === 0 ? [] : db.selectFrom('reviewProofs').selectAll().where('reviewId', 'in', reviewIds).execute()

/** Lists a member's proofs, including unclaimed ones. */
export const listProofsByUser = (db: Queryable, userId: string): Promise<ReviewProofsTable[]> =>
  db.selectFrom('reviewProofs').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute()

/** Deletes a review's proofs, except `exceptId` unless it is `null`. Returns the keys of their files. */
export async function deleteProofs(db: Queryable, reviewId: string, exceptId: string | null): Promise<string[]> {
  const deleted = await db
    .deleteFrom('reviewProofs')
    .where('reviewId', '=', reviewId)
    .where('id', '!=', exceptId ?? '')
    .returning('fileKey')
    .execute()
  return deleted.map(({ fileKey }) => fileKey)
}

export const countUnclaimedProofs = (db: Queryable, userId: string): Promise<number> =>
  countRows(db.selectFrom('reviewProofs').where('userId', '=', userId).where('reviewId', 'is', null))

/** Deletes the rows of proofs unclaimed since before a time. */
export const deleteUnclaimedProofs = (db: Queryable, before: string) =>
  db.deleteFrom('reviewProofs').where('reviewId', 'is', null).where('createdAt', '<', before).execute()
