import { DAY_MS } from '#contracts/durations.ts'
import { MEMBER_REVIEWS, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { OwnReview, ReviewerEligibility, UploadedProof } from '#contracts/member-reviews/review.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { getPublishedReview } from './get-review.ts'
import { createHelpfulMarks, type ReviewReference } from './helpful-marks/service.ts'
import { createReviewMails } from './mails.ts'
import { createReviewModeration } from './moderation/service.ts'
import { canHaveReviews, canReply, findIneligibilityReason } from './policy.ts'
import { createProofs } from './proofs/service.ts'
import { createReviewRatings, getReviewsTopic } from './ratings/service.ts'
import { addSampleReviews, type SampleReview } from './sample-reviews.ts'
import {
  countUnanswered,
  deleteAddressesBefore,
  deleteReview,
  findReviewByAuthor,
  listReviewsByAuthor,
  listWithdrawnBefore,
  REVIEWS_LOCK,
  type ReviewWithContext,
  updateReview,
} from './store.ts'
import { toOwnReview } from './view.ts'
import { createReviewWriting } from './writing.ts'

export { getReviewsTopic }
export type MemberReviewService = ReturnType<typeof createMemberReviewService>

type Dependencies = {
  database: Database
  clock: Clock
  products: ProductService
  accounts: IdentityService['accounts']
  vendors: VendorService
  files: FileService
  settings: SettingsService
  mail: MailService
  outbox: Pick<OutboxService, 'record'>
  audit: AuditService
  encryption: Pick<Encryption, 'hash'>
  publicUrl: string
}

/** Small, because purging a review also adds an audit entry. */
const PURGE_BATCH_SIZE = 50

/** Creates the service for members' reviews: writing, moderation, weighting, replies (docs/decisions/035). */
export function createMemberReviewService(dependencies: Dependencies) {
  const { database, clock, products, vendors, mail, audit } = dependencies
  const proofs = createProofs(dependencies)
  const mails = createReviewMails(dependencies)
  const ratings = createReviewRatings(dependencies)
  const helpfulMarks = createHelpfulMarks(dependencies)
  const writing = createReviewWriting({ ...dependencies, proofs, mails, ratings })
  const { getMember } = writing

  async function toOwnReviews(db: Queryable, rows: readonly ReviewWithContext[]): Promise<OwnReview[]> {
    const ids = rows.map(({ id }) => id)
    const proofsByReview = await proofs.listByReview(db, ids)
    return rows.map((row) => toOwnReview(row, proofsByReview.get(row.id)))
  }

  /** Throws `forbidden` for staff. */
  async function assertMember(userId: string): Promise<void> {
    authorize(canHaveReviews(await getMember(userId)), forbidden(MESSAGES.membersOnly))
  }

  return {
    list: ratings.list,
    getStatistics: ratings.getStatistics,
    refreshRatings: ratings.refreshDaily,
    create: writing.create,
    update: writing.update,
    withdraw: writing.withdraw,
    moderation: createReviewModeration({ ...dependencies, proofs, mails, ratings }),
    getProofLimit: proofs.getUploadLimit,

    /**
     * Stores a member's proof. Throws `forbidden` for staff, `conflict` for too many, `unsupportedMediaType`,
     * `invalid`.
     */
    async uploadProof(upload: { bytes: Buffer; name: string }, owner: Actor): Promise<UploadedProof> {
      await assertMember(owner.id)
      return proofs.save(upload, owner)
    },

    /** Lists a member's own reviews, newest first. */
    listOwn: async (userId: string): Promise<OwnReview[]> =>
      toOwnReviews(database.read, await listReviewsByAuthor(database.read, userId)),

    listOwnProofs: proofs.listByUser,
    listOwnHelpfulMarks: helpfulMarks.listAll,

    /** Returns a user's own review of a product, their helpful marks, and what they may do. Throws `notFound`. */
    async getReviewerEligibility(catalogue: Catalogue, idOrName: string, userId: string): Promise<ReviewerEligibility> {
      const product = await products.get(catalogue, idOrName)
      const member = await getMember(userId)
      const row = await findReviewByAuthor(database.read, product.id, userId)
      const [review = null] = await toOwnReviews(database.read, row ? [row] : [])
      return {
        review,
        helpful: await helpfulMarks.list(product.id, userId),
        isVendor: (await vendors.findRepresentedVendor(product.id, userId)) !== undefined,
        ineligibilityReason: findIneligibilityReason(member, await mail.isReady()),
      }
    },

    /**
     * Sets or removes a reader's helpful mark. Returns the number of marks. Throws `forbidden` for staff and the
     * author, `notFound`.
     */
    async markHelpful(reference: ReviewReference, isHelpful: boolean, reader: Actor): Promise<number> {
      await assertMember(reader.id)
      return helpfulMarks.set(reference, isHelpful, reader)
    },

    /** Returns the number of published reviews without a vendor's reply, by product id. */
    async countUnanswered(productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await countUnanswered(database.read, productIds)
      return new Map(rows.map(({ productId, count }) => [productId, Number(count)]))
    },

    /**
     * Replies to a review as the vendor, once; the same text again succeeds, as its first reply may have been lost.
     * Throws `notFound`, `forbidden` for others, `conflict` if there is another reply.
     */
    async reply({ catalogue, productIdOrName, reviewId }: ReviewReference, text: string, vendor: Actor): Promise<void> {
      const product = await products.get(catalogue, productIdOrName)
      const represented = await vendors.findRepresentedVendor(product.id, vendor.id)
      authorize(represented !== undefined, forbidden(MESSAGES.notVendor))
      await database.write(async (transaction) => {
        await transaction.lockName(REVIEWS_LOCK)
        const review = await getPublishedReview(transaction.db, product.id, reviewId)
        if (review.replyBy === 'vendor' && review.replyText === text) return
        if (!canReply(review)) throw conflict(MESSAGES.replyExists)
        await updateReview(transaction.db, review.id, { replyText: text, replyBy: 'vendor', replyAt: timestamp(clock) })
        transaction.publish(getReviewsTopic(catalogue))
        await audit.record(transaction, {
          actor: vendor,
          action: 'member-review.reply',
          target: product.name,
          detail: '厂商',
        })
      })
    },

    /** Adds reviews to a sample product inside the caller's transaction. Throws `invalid` for any other product. */
    addSamples: (
      transaction: Transaction,
      catalogue: Catalogue,
      productId: string,
      reviews: readonly SampleReview[],
    ): Promise<void> => addSampleReviews({ products, ratings }, transaction, { catalogue, productId, reviews }),

    /**
     * Removes a member's reviews and marks inside the transaction that deletes the account: their name must no longer
     * be stored, and every review must have an author.
     */
    async removeAccountData(transaction: Transaction, userId: string): Promise<void> {
      await transaction.lockName(REVIEWS_LOCK)
      await helpfulMarks.deleteByUser(transaction.db, userId)
      for (const review of await listReviewsByAuthor(transaction.db, userId)) {
        await mails.withdraw(transaction, review)
        await deleteReview(transaction.db, review.id)
        if (review.publishedJson === null) continue
        await ratings.refresh(transaction, review.productId)
        transaction.publish(getReviewsTopic(review.catalogue))
      }
    },

    /**
     * Deletes reviews withdrawn 30 days ago, the networks of reviews that moderators no longer compare, and the rows of
     * unclaimed proofs; the housekeeping deletes the bytes.
     */
    async purge(): Promise<void> {
      await proofs.deleteUnclaimed()
      const comparedSince = new Date(clock.now().getTime() - MEMBER_REVIEWS.sameAddressDays * DAY_MS).toISOString()
      await deleteInBatches(database, ({ db }, limit) => deleteAddressesBefore(db, comparedSince, limit))
      const cutoff = new Date(clock.now().getTime() - RECYCLE_BIN_DAYS * DAY_MS).toISOString()
      await deleteInBatches(
        database,
        async (transaction, limit) => {
          const withdrawn = await listWithdrawnBefore(transaction.db, cutoff, limit)
          for (const { id, productName } of withdrawn) {
            await deleteReview(transaction.db, id)
            await audit.record(transaction, { actor: null, action: 'member-review.purge', target: productName })
          }
          return withdrawn.length
        },
        PURGE_BATCH_SIZE,
      )
    },
  }
}
