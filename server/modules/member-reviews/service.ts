import { DAY_MS } from '#contracts/durations.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { OwnReview, ReviewContent, ReviewerEligibility, UploadedProof } from '#contracts/member-reviews/review.ts'
import { buildSearchLines } from '#contracts/rules/search-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { forbidden, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { createReviewMails } from './mails.ts'
import { assertCanReply, createReviewModeration } from './moderation.ts'
import { findIneligibilityReason } from './policy.ts'
import { createProofs } from './proofs/service.ts'
import { toPublishedColumns } from './published-columns.ts'
import { createReviewRatings, reviewsTopic } from './ratings.ts'
import {
  changeHelpfulCount,
  countUnanswered,
  deleteHelpfulMark,
  deleteReview,
  findReview,
  findReviewByAuthor,
  insertHelpfulMark,
  insertReview,
  listHelpfulMarks,
  listReviewsByAuthor,
  listWithdrawnBefore,
  REVIEWS_LOCK,
  type ReviewWithContext,
  removeHelpfulMarksByUser,
  updateReview,
} from './store.ts'
import { toOwnReview } from './view.ts'
import { createReviewWriting } from './writing.ts'

export { reviewsTopic }
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
  audit: AuditService
  publicUrl: string
}

/** A fictional review of a sample product, without an author; `reply` is '' if there is none. */
export type SampleReview = {
  content: ReviewContent
  isVerified: boolean
  writtenAt: string
  helpful: number
  reply: string
}

/** Small, because purging a review also adds an audit entry. */
const PURGE_BATCH_SIZE = 50

/** Creates the service for members' reviews: writing, moderation, weighting, replies (docs/decisions/035). */
export function createMemberReviewService(dependencies: Dependencies) {
  const { database, clock, products, vendors, mail, audit } = dependencies
  const proofs = createProofs(dependencies)
  const mails = createReviewMails(dependencies)
  const ratings = createReviewRatings(dependencies)
  const writing = createReviewWriting({ ...dependencies, proofs, mails, ratings })
  const { getMember } = writing

  async function toOwnReviews(db: Queryable, rows: readonly ReviewWithContext[]): Promise<OwnReview[]> {
    const ids = rows.map(({ id }) => id)
    const proofsByReview = await proofs.listByReview(db, ids)
    return rows.map((row) => toOwnReview(row, proofsByReview.get(row.id)))
  }

  /** Returns a published review of an active product. Throws `notFound`. */
  async function getPublished(db: Queryable, productId: string, id: string): Promise<ReviewWithContext> {
    const review = await findReview(db, id)
    if (review?.productId !== productId || review.publishedJson === null) throw notFound(MESSAGES.notFound)
    return review
  }

  /** Throws `forbidden` for staff. */
  async function assertMember(userId: string): Promise<void> {
    if ((await getMember(userId)).role !== 'member') throw forbidden(MESSAGES.membersOnly)
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

    /** Stores a member's proof. Throws `forbidden` for staff, and like `proofs.save`. */
    async uploadProof(upload: { bytes: Buffer; name: string }, owner: Actor): Promise<UploadedProof> {
      await assertMember(owner.id)
      return proofs.save(upload, owner)
    },

    /** Lists a member's own reviews, newest first. */
    listOwn: async (userId: string): Promise<OwnReview[]> =>
      toOwnReviews(database.read, await listReviewsByAuthor(database.read, userId)),

    /** Returns a user's own review of a product, their helpful marks, and what they may do. Throws `notFound`. */
    async getReviewerEligibility(catalogue: Catalogue, idOrName: string, userId: string): Promise<ReviewerEligibility> {
      const product = await products.find(catalogue, idOrName)
      const member = await getMember(userId)
      const row = await findReviewByAuthor(database.read, product.id, userId)
      const [review = null] = await toOwnReviews(database.read, row ? [row] : [])
      return {
        review,
        helpful: await listHelpfulMarks(database.read, product.id, userId),
        isVendor: (await vendors.findRepresentedVendor(product.id, userId)) !== undefined,
        ineligibilityReason: findIneligibilityReason(member, await mail.isReady()),
      }
    },

    /**
     * Sets or removes a reader's helpful mark on a published review; idempotent. Returns the number of marks. Throws
     * `notFound`, `forbidden` for staff and the author.
     */
    async markHelpful(
      { catalogue, id: idOrName, review: id }: { catalogue: Catalogue; id: string; review: string },
      isHelpful: boolean,
      reader: Actor,
    ): Promise<number> {
      await assertMember(reader.id)
      const product = await products.find(catalogue, idOrName)
      return database.write(async (transaction) => {
        const review = await getPublished(transaction.db, product.id, id)
        if (review.userId === reader.id) throw forbidden(MESSAGES.cannotMarkOwnReviewHelpful)
        const mark = { reviewId: id, userId: reader.id }
        const isChanged = isHelpful
          ? await insertHelpfulMark(transaction.db, { ...mark, createdAt: timestamp(clock) })
          : await deleteHelpfulMark(transaction.db, mark)
        if (!isChanged) return review.helpful
        transaction.publish(reviewsTopic(catalogue))
        const detail = isHelpful ? '有帮助' : '取消有帮助'
        await audit.record(transaction, {
          actor: reader,
          action: 'member-review.helpful',
          target: product.name,
          detail,
        })
        return changeHelpfulCount(transaction.db, id, isHelpful ? 1 : -1)
      })
    },

    /** Returns the number of published reviews without a vendor's reply, by product id. */
    async countUnanswered(productIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await countUnanswered(database.read, productIds)
      return new Map(rows.map(({ productId, count }) => [productId, Number(count)]))
    },

    /**
     * Replies to a review as the vendor, once. Throws `notFound`, `forbidden` for others, `conflict` if there is a
     * reply.
     */
    async reply(
      { catalogue, id: idOrName, review: id }: { catalogue: Catalogue; id: string; review: string },
      text: string,
      vendor: Actor,
    ): Promise<void> {
      const product = await products.find(catalogue, idOrName)
      if (!(await vendors.findRepresentedVendor(product.id, vendor.id))) throw forbidden(MESSAGES.notVendor)
      await database.write(async (transaction) => {
        await transaction.lock(REVIEWS_LOCK)
        assertCanReply(await getPublished(transaction.db, product.id, id))
        await updateReview(transaction.db, id, { replyText: text, replyBy: 'vendor', replyAt: timestamp(clock) })
        transaction.publish(reviewsTopic(catalogue))
        await audit.record(transaction, {
          actor: vendor,
          action: 'member-review.reply',
          target: product.name,
          detail: '厂商',
        })
      })
    },

    /** Adds reviews to a sample product inside the caller's transaction. Throws `invalid` for any other product. */
    async addSamples(
      transaction: Transaction,
      catalogue: Catalogue,
      productId: string,
      samples: readonly SampleReview[],
    ): Promise<void> {
      const product = await products.findStored(transaction.db, catalogue, productId)
      if (!product?.product.isSample) throw invalid(MESSAGES.sampleProductRequired)
      await transaction.lock(REVIEWS_LOCK)
      for (const [index, { content, isVerified, writtenAt, helpful, reply }] of samples.entries())
        await insertReview(transaction.db, {
          id: `${product.id}-review-${index + 1}`,
          productId: product.id,
          userId: null,
          isSample: true,
          status: 'published',
          contentJson: JSON.stringify(content),
          searchText: buildSearchLines([content.pros, content.cons, content.advice]),
          ...toPublishedColumns(content),
          writtenAt,
          isVerified,
          isEdited: false,
          reason: '',
          addressHash: '',
          helpful,
          ...(reply === '' ? {} : ({ replyText: reply, replyBy: 'vendor', replyAt: writtenAt } as const)),
          submittedAt: writtenAt,
          createdAt: writtenAt,
          updatedAt: writtenAt,
        })
      await ratings.refresh(transaction, product.id)
      transaction.publish(reviewsTopic(catalogue))
    },

    /**
     * Removes a member's reviews and marks inside the transaction that deletes the account: their name must no longer
     * be stored, and every review must have an author.
     */
    async removeAuthor(transaction: Transaction, userId: string): Promise<void> {
      await transaction.lock(REVIEWS_LOCK)
      await removeHelpfulMarksByUser(transaction.db, userId)
      for (const review of await listReviewsByAuthor(transaction.db, userId)) {
        await mails.withdraw(transaction, review)
        await deleteReview(transaction.db, review.id)
        if (review.publishedJson === null) continue
        await ratings.refresh(transaction, review.productId)
        transaction.publish(reviewsTopic(review.catalogue))
      }
    },

    /** Deletes reviews withdrawn 30 days ago and the rows of unclaimed proofs; the housekeeping deletes the bytes. */
    async purge(): Promise<void> {
      await proofs.deleteUnclaimed()
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
