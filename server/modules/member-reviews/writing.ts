import { randomUUID } from 'node:crypto'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { MEMBER_REVIEWS } from '#contracts/limits.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ReviewContent, ReviewCreate, ReviewReceived, ReviewUpdate } from '#contracts/member-reviews/review.ts'
import { getMeanRating } from '#contracts/rules/reviews/review-summary.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { getNetwork, type IdentityService, type UserRow } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import { isDeclarationRequired, type VendorProfile, type VendorService } from '#server/modules/vendors/service.ts'
import { createActCounter } from '#server/platform/act-counter.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, forbidden, invalidField, notFound, unauthenticated } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, getLatestPossibleTime, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { getOwnReview } from './get-review.ts'
import type { ReviewMails } from './mails.ts'
import { findIneligibilityReason } from './policy.ts'
import type { Proofs } from './proofs/service.ts'
import { getReviewsTopic, type ReviewRatings } from './ratings/service.ts'
import { toContentColumns, UNPUBLISHED_COLUMNS } from './review-columns.ts'
import {
  countReviewsBetween,
  findReviewByAuthor,
  insertReview,
  REVIEWS_LOCK,
  type ReviewWithContext,
  updateReview,
} from './store.ts'
import { isProductVisible } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  products: Pick<ProductService, 'get'>
  accounts: Pick<IdentityService['accounts'], 'find'>
  vendors: Pick<VendorService, 'listProfiles'>
  mail: Pick<MailService, 'isReady'>
  audit: AuditService
  encryption: Pick<Encryption, 'hash'>
  proofs: Proofs
  mails: ReviewMails
  outbox: Pick<OutboxService, 'record'>
  publicUrl: string
  ratings: ReviewRatings
}

/** A submitted text, its author, and the key of its proof: `null` removes the proof, `undefined` retains it. */
type SubmittedReview = { content: ReviewContent; proof: string | null | undefined; author: Actor }

/** A submitted review for the audit log; `action` is its Chinese name. */
type SubmittedReviewRecord = Pick<SubmittedReview, 'content' | 'author'> & {
  id: string
  productName: string
  action: string
  /** Whether the staff know already that the review waits. */
  wasPending: boolean
}

const WINDOW_SECONDS = MEMBER_REVIEWS.windowMs / 1000

/** Creates the actions of authors: submitting, changing and withdrawing a review. */
export function createReviewWriting(dependencies: Dependencies) {
  const { database, clock, products, accounts, vendors, mail, audit, encryption, proofs, mails, ratings } = dependencies
  const { outbox, publicUrl } = dependencies
  const countAct = createActCounter(dependencies)

  /** Returns a keyed hash of the author's network, since all IPv4 addresses can be tried; '' if it is unknown. */
  const hashAddress = ({ ip }: Actor): string => (ip === null ? '' : encryption.hash(getNetwork(ip), 'review network'))

  /** Returns a user's account. Throws `unauthenticated` if it no longer exists. */
  async function getMember(userId: string): Promise<UserRow> {
    const member = await accounts.find(database.read, userId)
    if (!member) throw unauthenticated()
    return member
  }

  /** Returns the author's own review. Throws `notFound`, also if its product isn't listed. */
  async function getReviewOfVisibleProduct(db: Queryable, id: string, author: Actor): Promise<ReviewWithContext> {
    const review = await getOwnReview(db, id, author.id)
    if (!isProductVisible(review)) throw notFound(MESSAGES.productNotFound)
    return review
  }

  /** Returns the vendor profile of a product. Throws `notFound`. */
  async function getVendor(productId: string): Promise<VendorProfile> {
    const vendor = (await vendors.listProfiles(database.read, [productId])).get(productId)
    if (!vendor) throw notFound(MESSAGES.productNotFound)
    return vendor
  }

  /** Throws `forbidden` for users who may not write reviews, `invalid` for an undeclared interest in the product. */
  async function assertCanWrite(userId: string, productId: string, content: ReviewContent): Promise<void> {
    const member = await getMember(userId)
    const ineligibilityReason = findIneligibilityReason(member, await mail.isReady())
    authorize(ineligibilityReason !== 'staff', forbidden(MESSAGES.membersOnly))
    authorize(
      ineligibilityReason !== 'unverifiedEmail',
      forbidden(MESSAGES.emailNotVerified, { reason: 'email-not-verified' }),
    )
    if (content.affiliation === 'none' && isDeclarationRequired(member, await getVendor(productId)))
      throw invalidField('affiliation', MESSAGES.affiliationUndeclared)
  }

  /**
   * Counts a review, also one that was withdrawn and is submitted again. Throws `tooManyRequests` if a member, or all members
   * of a network, have submitted too many within a day.
   */
  async function countReview(transaction: Transaction, author: Actor): Promise<void> {
    const { perMember, windowMs } = MEMBER_REVIEWS
    const window = {
      since: new Date(clock.now().getTime() - windowMs).toISOString(),
      until: getLatestPossibleTime(timestamp(clock)),
    }
    const rateLimitError = (message: string) =>
      new AppError('tooManyRequests', message, { retryAfterSeconds: WINDOW_SECONDS })
    const submitted = await countAct(transaction, { purpose: 'reviews of a member', by: author.id, windowMs })
    if (submitted > perMember) throw rateLimitError(MESSAGES.perMember(perMember))
    const addressHash = hashAddress(author)
    if (
      addressHash !== '' &&
      (await countReviewsBetween(transaction.db, window, addressHash)) >= MEMBER_REVIEWS.perAddress
    )
      throw rateLimitError(MESSAGES.perAddress)
  }

  /** Returns the columns of a newly submitted text. */
  function toSubmittedColumns(content: ReviewContent, author: Actor) {
    const now = timestamp(clock)
    return {
      ...toContentColumns(content),
      status: 'pending',
      reason: '',
      addressHash: hashAddress(author),
      decisionMailId: null,
      submittedAt: now,
      updatedAt: now,
    } as const
  }

  async function recordSubmission(
    transaction: Transaction,
    { id, author, productName, content, action, wasPending }: SubmittedReviewRecord,
  ): Promise<void> {
    const url = `${publicUrl}${ADMIN_PAGES.reviews}?${new URLSearchParams({ review: id })}`
    if (!wasPending) await outbox.record(transaction, 'review.pending', { id, productName, url })
    await audit.record(transaction, {
      actor: author,
      action: 'member-review.submit',
      target: productName,
      detail: `${action}，${getMeanRating(content.ratings).toFixed(1)}分`,
    })
  }

  /** Replaces the pending text; the published one is retained. */
  async function resubmit(
    transaction: Transaction,
    review: ReviewWithContext,
    { content, proof, author }: SubmittedReview,
  ): Promise<{ received: ReviewReceived; files: string[] }> {
    await mails.withdraw(transaction, review)
    await updateReview(transaction.db, review.id, toSubmittedColumns(content, author))
    const files = await proofs.assign(transaction, { id: review.id, userId: author.id }, proof)
    const action = review.status === 'withdrawn' ? '重新提交' : '修改'
    const { id, productName, status } = review
    await recordSubmission(transaction, { id, author, productName, content, action, wasPending: status === 'pending' })
    return { received: { id: review.id, status: 'pending', version: review.version + 1 }, files }
  }

  /** Inserts a new review with its proof. */
  async function insert(
    transaction: Transaction,
    product: { id: string; name: string },
    { content, proof, author }: SubmittedReview,
  ): Promise<{ received: ReviewReceived; files: string[] }> {
    const id = randomUUID()
    const submitted = toSubmittedColumns(content, author)
    const fields = { id, productId: product.id, userId: author.id, isSample: false, createdAt: submitted.submittedAt }
    await insertReview(transaction.db, { ...submitted, ...UNPUBLISHED_COLUMNS, ...fields })
    const files = await proofs.assign(transaction, { id, userId: author.id }, proof)
    const record = { id, author, productName: product.name, content, action: '新评价', wasPending: false }
    await recordSubmission(transaction, record)
    return { received: { id, status: 'pending', version: 1 }, files }
  }

  return {
    getMember,

    /**
     * Submits a review of an active product for moderation; a withdrawn one is submitted again. Throws `forbidden`,
     * `notFound`, `invalid`, `tooManyRequests`, and `conflict` if the member has already reviewed the product.
     */
    async create(
      { catalogue, productIdOrName }: { catalogue: Catalogue; productIdOrName: string },
      { proof, ...content }: ReviewCreate,
      author: Actor,
    ): Promise<ReviewReceived> {
      const { id: productId } = await products.get(catalogue, productIdOrName)
      await assertCanWrite(author.id, productId, content)
      const { received, files } = await database.write(async (transaction) => {
        await transaction.lockName(REVIEWS_LOCK)
        // The product may have been withdrawn or renamed meanwhile.
        const product = await products.get(catalogue, productId, transaction.db)
        const existing = await findReviewByAuthor(transaction.db, product.id, author.id)
        if (existing && existing.status !== 'withdrawn') throw conflict(MESSAGES.alreadyReviewed)
        await countReview(transaction, author)
        return existing
          ? resubmit(transaction, existing, { content, proof, author })
          : insert(transaction, product, { content, proof, author })
      })
      await proofs.deleteBytes(files)
      return received
    },

    /**
     * Submits a new text of the author's own review; the published text is retained until the new one is approved.
     * Throws `notFound`, `forbidden` for staff, `versionConflict` if the review was changed since `version`, `invalid`
     * for an undeclared interest or a missing proof.
     */
    async update(id: string, { version, proof, ...content }: ReviewUpdate, author: Actor): Promise<ReviewReceived> {
      const { productId } = await getReviewOfVisibleProduct(database.read, id, author)
      await assertCanWrite(author.id, productId, content)
      const { received, files } = await database.write(async (transaction) => {
        await transaction.lockName(REVIEWS_LOCK)
        const review = await getReviewOfVisibleProduct(transaction.db, id, author)
        if (review.version !== version) throw new AppError('versionConflict', MESSAGES.stale)
        return resubmit(transaction, review, { content, proof, author })
      })
      await proofs.deleteBytes(files)
      return received
    },

    /**
     * Withdraws the author's own review; its text is retained for 30 days. Repeating it succeeds, as the first reply
     * may have been lost. Throws `notFound`.
     */
    withdraw: (id: string, author: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await transaction.lockName(REVIEWS_LOCK)
        const review = await getOwnReview(transaction.db, id, author.id)
        if (review.status === 'withdrawn') return
        await mails.withdraw(transaction, review)
        const updatedAt = timestamp(clock)
        await updateReview(transaction.db, id, {
          ...UNPUBLISHED_COLUMNS,
          status: 'withdrawn',
          reason: '',
          decisionMailId: null,
          updatedAt,
        })
        await ratings.refresh(transaction, review.productId)
        transaction.publish(getReviewsTopic(review.catalogue))
        await audit.record(transaction, { actor: author, action: 'member-review.withdraw', target: review.productName })
      }),
  }
}
