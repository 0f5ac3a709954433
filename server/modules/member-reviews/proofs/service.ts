import { randomUUID } from 'node:crypto'
import { MB, MEMBER_REVIEWS } from '#contracts/limits.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { UploadedProof } from '#contracts/member-reviews/review.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { type FileService, PRIVATE_PREFIX, type ServedFile } from '#server/modules/files/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { ReviewProofsTable } from '#server/platform/database/tables/reviews.ts'
import { checkAttachment } from '#server/platform/files/attachment.ts'
import { REVIEWS_LOCK } from '../store.ts'
import {
  claimProof,
  countUnclaimedProofs,
  deleteProofs,
  deleteUnclaimedProofs,
  insertProof,
  listProofs,
  listProofsByUser,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  settings: Pick<SettingsService, 'getContent'>
  files: FileService
  audit: AuditService
}

export type Proofs = ReturnType<typeof createProofs>

/**
 * Creates the service for proofs: a member uploads one, under a key that their review claims. They have no public URL;
 * only moderators can read them.
 */
export function createProofs({ database, clock, settings, files, audit }: Dependencies) {
  return {
    /** Returns the maximum size of a proof in bytes, and the message for a larger one. */
    async getUploadLimit(): Promise<{ maxBytes: number; tooLargeMessage: string }> {
      const { maxFileSize } = await settings.getContent()
      return { maxBytes: maxFileSize * MB, tooLargeMessage: MESSAGES.proofTooLarge(maxFileSize) }
    },

    /**
     * Stores a proof until a review claims it. Throws `conflict` if a member has too many unclaimed ones,
     * `unsupportedMediaType`, or `invalid` for an unsafe archive.
     */
    async save(upload: { bytes: Buffer; name: string }, owner: Actor): Promise<UploadedProof> {
      const allowed = {
        types: MEMBER_REVIEWS.proofTypes,
        rejectionMessage: MESSAGES.proofType(MEMBER_REVIEWS.proofTypes),
      }
      const { bytes, mimetype, extension, filename } = await checkAttachment(upload.bytes, upload.name, allowed)
      const id = randomUUID()
      const fileKey = `${PRIVATE_PREFIX}reviews/${id}.${extension}`
      const size = bytes.byteLength
      await files.save({ key: fileKey, bytes, mimetype, originalName: filename }, async (transaction) => {
        await transaction.lockName(REVIEWS_LOCK)
        if ((await countUnclaimedProofs(transaction.db, owner.id)) >= MEMBER_REVIEWS.unclaimed)
          throw conflict(MESSAGES.proofsMax(MEMBER_REVIEWS.unclaimed))
        const createdAt = timestamp(clock)
        await insertProof(transaction.db, {
          id,
          userId: owner.id,
          reviewId: null,
          fileKey,
          name: filename,
          size,
          createdAt,
        })
        await audit.record(transaction, { actor: owner, action: 'member-review.upload', target: id })
      })
      return { key: id, name: filename, size }
    },

    /**
     * Replaces a review's proof inside the caller's transaction: `null` removes it, `undefined` retains it. Returns the
     * file keys for `deleteBytes` after the commit. Throws `invalid` if the proof no longer exists.
     */
    async assign(
      transaction: Transaction,
      review: { id: string; userId: string },
      proof: string | null | undefined,
    ): Promise<string[]> {
      if (proof === undefined) return []
      if (proof !== null) {
        const claim = { id: proof, userId: review.userId, reviewId: review.id }
        if (!(await claimProof(transaction.db, claim))) throw invalidField('proof', MESSAGES.proofExpired)
      }
      const deletedKeys = await deleteProofs(transaction.db, review.id, proof)
      for (const key of deletedKeys) await files.delete(transaction, key)
      return deletedKeys
    },

    /** Deletes the bytes of files whose rows were deleted. */
    async deleteBytes(keys: readonly string[]): Promise<void> {
      for (const key of keys) await files.deleteBytes(key)
    },

    /** Returns the proof of each of several reviews by review id. */
    async listByReview(db: Queryable, reviewIds: readonly string[]): Promise<Map<string | null, ReviewProofsTable>> {
      return new Map((await listProofs(db, reviewIds)).map((proof) => [proof.reviewId, proof]))
    },

    /** Lists a member's proofs, including those that no review has claimed yet. */
    listByUser: (userId: string): Promise<ReviewProofsTable[]> => listProofsByUser(database.read, userId),

    /** Returns a review's proof for download by a moderator, and audits that. Throws `notFound`. */
    async open(review: { id: string; productName: string }, actor: Actor): Promise<ServedFile> {
      const [proof] = await listProofs(database.read, [review.id])
      if (!proof) throw notFound(MESSAGES.proofNotFound)
      await database.write((transaction) =>
        audit.record(transaction, {
          actor,
          action: 'member-review.proof',
          target: review.productName,
          detail: proof.id,
        }),
      )
      return files.getPrivate(proof.fileKey)
    },

    /** Deletes the rows of proofs unclaimed for a day; the housekeeping deletes the bytes. */
    deleteUnclaimed: () =>
      database.write(({ db }) =>
        deleteUnclaimedProofs(db, new Date(clock.now().getTime() - MEMBER_REVIEWS.unclaimedMs).toISOString()),
      ),
  }
}
