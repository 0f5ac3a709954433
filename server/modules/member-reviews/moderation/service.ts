import { DAY_MS } from '#contracts/durations.ts'
import { MEMBER_REVIEWS } from '#contracts/limits.ts'
import { REVIEW_PART_LABELS } from '#contracts/member-reviews/choices.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type {
  ModeratedReview,
  ModerationCounts,
  ModerationQuery,
  ReviewDecision,
} from '#contracts/member-reviews/moderation.ts'
import { ReviewContentSchema } from '#contracts/member-reviews/review.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import { type Caller, can, listRolesWithPermission } from '#contracts/permissions.ts'
import { deleteReports, readReports } from '#server/modules/abuse-reports/service.ts'
import { readAssignments, resolveAssignee } from '#server/modules/assignments/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ServedFile } from '#server/modules/files/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { VendorProfile, VendorService } from '#server/modules/vendors/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { type RowRange, toRowRange } from '#server/platform/database/row-range.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { assertContactsConfirmed } from '#server/platform/public-contacts.ts'
import { buildSearchPatterns } from '#server/platform/search-text/search-lines.ts'
import { getReview } from '../get-review.ts'
import type { ReviewMails } from '../mails.ts'
import { canReply, isPublished } from '../policy.ts'
import type { Proofs } from '../proofs/service.ts'
import { getReviewsTopic, type ReviewRatings } from '../ratings/service.ts'
import { toPublishedColumns, UNPUBLISHED_COLUMNS } from '../review-columns.ts'
import { REVIEWS_LOCK, type ReviewWithContext, updateReview } from '../store.ts'
import { toModeratedReview } from '../view.ts'
import { REVIEW_ASSIGNMENTS, toWork } from './assignments.ts'
import { createBulkDecisions } from './bulk-decisions.ts'
import { REPORTED_REVIEWS } from './reported-reviews.ts'
import {
  countByAddress,
  countModeratedReviews,
  listDecidedReviews,
  listMatches,
  listPending,
  type ModerationFilter,
} from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  proofs: Proofs
  products: Pick<ProductService, 'listNumbersByName'>
  vendors: Pick<VendorService, 'listProfiles'>
  mails: ReviewMails
  ratings: ReviewRatings
}

/** The profile of a vendor about which nothing is known. */
const UNKNOWN_VENDOR: VendorProfile = { emails: [], company: '', officialLink: '' }
/** The parts of a review that its author writes; the others are chosen. */
const WRITTEN_PARTS = ['pros', 'cons', 'advice'] as const
const NO_FILTER: ModerationFilter = {
  matches: undefined,
  catalogue: undefined,
  status: undefined,
  assignee: undefined,
  dueUntil: undefined,
  isReported: false,
}
const REPORTED: ModerationFilter = { ...NO_FILTER, isReported: true }
const UNASSIGNED: ModerationFilter['assignee'] = { roles: listRolesWithPermission('reviews:write') }
const NO_REPLY = { replyText: null, replyBy: null, replyAt: null } as const

/** Creates the moderation of reviews: listing, deciding, viewing proofs, entering a vendor's reply. */
export function createReviewModeration({
  database,
  clock,
  products,
  vendors,
  audit,
  proofs,
  mails,
  ratings,
}: Dependencies) {
  async function toRecords(db: Queryable, rows: readonly ReviewWithContext[]): Promise<ModeratedReview[]> {
    const since = new Date(clock.now().getTime() - MEMBER_REVIEWS.sameAddressDays * DAY_MS).toISOString()
    const proofsByReview = await proofs.listByReview(
      db,
      rows.map(({ id }) => id),
    )
    const vendorsByProduct = await vendors.listProfiles(db, [...new Set(rows.map(({ productId }) => productId))])
    const hashes = [...new Set(rows.map(({ addressHash }) => addressHash).filter((hash) => hash !== ''))]
    const counts = await countByAddress(db, hashes, since)
    const getAssignment = await readAssignments({ db, clock }, 'memberReview', rows.map(toWork))
    const getReports = await readReports(
      db,
      'review',
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const sameAddressCount = counts
        .filter(({ addressHash, userId }) => addressHash === row.addressHash && userId !== row.userId)
        .reduce((sum, { count }) => sum + count, 0)
      const context = {
        proof: proofsByReview.get(row.id),
        vendor: vendorsByProduct.get(row.productId) ?? UNKNOWN_VENDOR,
        sameAddressCount,
        assignment: getAssignment(row.id),
        reports: getReports(row.id),
      }
      return toModeratedReview(row, context)
    })
  }

  /** Returns the ordinals of the reviews that match a search; `undefined` if the search is empty. */
  async function findMatches(input: string, caller: Caller): Promise<readonly number[] | undefined> {
    if (input === '') return undefined
    const canReadContacts = can(caller, 'contacts:read')
    return listMatches(database.read, {
      // Members may name contacts anywhere in their texts (docs/decisions/030).
      patterns: canReadContacts ? buildSearchPatterns(input) : [],
      products: await products.listNumbersByName(input),
      author: canReadContacts ? input.toLowerCase() : undefined,
    })
  }

  /** Lists pending reviews first, followed by decided ones. */
  async function listModeratedReviews(
    filter: ModerationFilter,
    pendingCount: number,
    { limit, offset }: RowRange,
  ): Promise<ReviewWithContext[]> {
    const { read } = database
    if (filter.status === 'pending') return listPending(read, filter, { limit, offset })
    if (filter.status) return listDecidedReviews(read, filter, { limit, offset })
    const pending = offset < pendingCount ? await listPending(read, filter, { limit, offset }) : []
    const page = { limit: limit - pending.length, offset: Math.max(0, offset - pendingCount) }
    return [...pending, ...(await listDecidedReviews(read, filter, page))]
  }

  async function getRecord(db: Queryable, id: string): Promise<ModeratedReview> {
    const [record] = await toRecords(db, [await getReview(db, id)])
    if (!record) throw notFound(MESSAGES.notFound)
    return record
  }

  /** Locks the reviews and changes one by `apply`. Returns the changed review. Throws `notFound`, and like `apply`. */
  const changeReview = (
    id: string,
    apply: (review: ReviewWithContext, transaction: Transaction) => Promise<unknown>,
  ): Promise<ModeratedReview> =>
    writeOnce(database, async (transaction) => {
      await transaction.lockName(REVIEWS_LOCK)
      const review = await getReview(transaction.db, id)
      await apply(review, transaction)
      transaction.publish(getReviewsTopic(review.catalogue))
      return getRecord(transaction.db, id)
    })

  async function approve(
    transaction: Transaction,
    review: ReviewWithContext,
    { isVerified, confirmed }: ReviewDecision,
  ) {
    if (isVerified && !(await proofs.listByReview(transaction.db, [review.id])).has(review.id))
      throw invalidField('isVerified', MESSAGES.verifiedNeedsProof)
    const wasPublished = review.status === 'published'
    const content = ReviewContentSchema.parse(review.contentJson)
    assertContactsConfirmed(
      WRITTEN_PARTS.map((path) => ({ path, label: REVIEW_PART_LABELS[path], text: content[path] })),
      confirmed,
    )
    // The author of a published review has already been notified.
    const decisionMailId = wasPublished
      ? review.decisionMailId
      : await mails.replaceDecisionMail(transaction, review, null)
    return {
      ...toPublishedColumns(content),
      status: 'published',
      writtenAt: wasPublished ? review.writtenAt : review.submittedAt,
      isEdited: review.isEdited || (review.publishedJson !== null && !wasPublished),
      isVerified,
      reason: '',
      decisionMailId,
    } as const
  }

  async function reject(
    transaction: Transaction,
    review: ReviewWithContext,
    { reason, unpublishesEarlierText }: ReviewDecision,
  ) {
    const decisionMailId = await mails.replaceDecisionMail(transaction, review, reason)
    const isUnpublished = !keepsShownText(review, { status: 'rejected', unpublishesEarlierText })
    return { ...(isUnpublished ? UNPUBLISHED_COLUMNS : {}), status: 'rejected', reason, decisionMailId } as const
  }

  /** Counts the reviews that match a filter, by status. */
  async function countByStatus(filter: ModerationFilter): Promise<ModerationCounts> {
    const counts: ModerationCounts = { pending: 0, published: 0, rejected: 0, withdrawn: 0 }
    for (const [status, count] of await countModeratedReviews(database.read, filter)) counts[status] = count
    return counts
  }

  /**
   * Decides on the text at `version`: it is published in place of the previous one, or rejected with a reason. A
   * decision can be changed, which withdraws its unsent mail. Throws `notFound`, `versionConflict`, `invalid`, and
   * `conflict` if the review can't be decided as requested.
   */
  const decide = (id: string, decision: ReviewDecision, actor: Actor & Caller): Promise<ModeratedReview> =>
    changeReview(id, async (review, transaction) => {
      if (review.status === 'withdrawn') throw conflict(MESSAGES.isWithdrawn)
      if (review.version !== decision.version) throw new AppError('versionConflict', MESSAGES.stale)
      const columns =
        decision.status === 'published'
          ? await approve(transaction, review, decision)
          : await reject(transaction, review, decision)
      const now = timestamp(clock)
      const decisionColumns = { decidedAt: now, decidedBy: actor.id, decidedByName: actor.name, updatedAt: now }
      await updateReview(transaction.db, id, { ...columns, ...decisionColumns })
      if (!keepsShownText(review, decision)) await deleteReports(transaction.db, { kind: 'review', id })
      await ratings.refresh(transaction, review.productId)
      await audit.record(transaction, {
        actor,
        action: 'member-review.moderate',
        target: review.productName,
        detail: describeDecision(decision),
      })
    })

  return {
    assignments: REVIEW_ASSIGNMENTS,
    reportSubject: REPORTED_REVIEWS,

    /** Returns the number of pending reviews. */
    countPending: async (): Promise<number> => (await countByStatus({ ...NO_FILTER, status: 'pending' })).pending,

    /** Returns the number of pending reviews that nobody moderates. */
    countUnassigned: async (): Promise<number> =>
      (await countByStatus({ ...NO_FILTER, status: 'pending', assignee: UNASSIGNED })).pending,

    /** Returns the number of pending reviews whose deadline has passed. */
    countLate: async (): Promise<number> => (await countByStatus({ ...NO_FILTER, dueUntil: timestamp(clock) })).pending,

    /** Returns the number of shown reviews that members have reported. */
    countReported: async (): Promise<number> => sumCounts(await countByStatus(REPORTED)),

    /** Returns the number of reported reviews of which a change is pending as well. */
    countPendingReported: async (): Promise<number> =>
      (await countByStatus({ ...REPORTED, status: 'pending' })).pending,

    /** Lists pending reviews first, with counts of the reviews that match the other filters. */
    async list(
      { search, catalogue, status, assignee, late, reported, page }: ModerationQuery,
      caller: Caller & { id: string },
    ): Promise<{ items: ModeratedReview[]; pagination: Pagination; counts: ModerationCounts }> {
      const filter: ModerationFilter = {
        matches: await findMatches(search, caller),
        catalogue,
        status,
        assignee: resolveAssignee(assignee, 'memberReview', caller),
        dueUntil: late ? timestamp(clock) : undefined,
        isReported: reported,
      }
      const limit = MEMBER_REVIEWS.perModerationPage
      const counts = await countByStatus({ ...filter, status: undefined })
      const totalItems = status ? counts[status] : sumCounts(counts)
      const rows = await listModeratedReviews(filter, counts.pending, toRowRange(page, limit))
      return {
        items: await toRecords(database.read, rows),
        pagination: toPagination(page, limit, totalItems),
        counts,
      }
    },

    /** Returns one review. Throws `notFound`. */
    get: (id: string): Promise<ModeratedReview> => getRecord(database.read, id),

    decide,

    /** Publishes or rejects reviews one by one, except those that a moderator has to look at. */
    decideMany: createBulkDecisions({ get: (id) => getRecord(database.read, id), decide }),

    /** Returns a review's proof, and audits the access. Throws `notFound`. */
    openProof: async (id: string, actor: Actor): Promise<ServedFile> =>
      proofs.open(await getReview(database.read, id), actor),

    /**
     * Enters a reply on the vendor's behalf. Throws `notFound`, `conflict` if there is one or the review isn't
     * published.
     */
    reply: (id: string, text: string, actor: Actor & Caller): Promise<ModeratedReview> =>
      changeReview(id, async (review, transaction) => {
        authorize(isPublished(review), notFound(MESSAGES.notFound))
        if (!canReply(review)) throw conflict(MESSAGES.replyExists)
        await updateReview(transaction.db, id, { replyText: text, replyBy: 'staff', replyAt: timestamp(clock) })
        const detail = '代厂商登记'
        await audit.record(transaction, { actor, action: 'member-review.reply', target: review.productName, detail })
      }),

    /** Removes a vendor's reply, so that they can reply again. Throws `notFound`, `conflict` if there is none. */
    removeReply: (id: string, actor: Actor & Caller): Promise<ModeratedReview> =>
      changeReview(id, async (review, transaction) => {
        if (review.replyText === null) throw conflict(MESSAGES.noReply)
        await updateReview(transaction.db, id, NO_REPLY)
        await audit.record(transaction, {
          actor,
          action: 'member-review.remove-reply',
          target: review.productName,
          detail: `“${review.replyText}”`,
        })
      }),
  }
}

const sumCounts = ({ pending, published, rejected, withdrawn }: ModerationCounts): number =>
  pending + published + rejected + withdrawn

/** Returns whether readers see the same text after a decision as before: a rejected change may leave the earlier one. */
const keepsShownText = (
  review: Pick<ReviewWithContext, 'status'>,
  { status, unpublishesEarlierText }: Pick<ReviewDecision, 'status' | 'unpublishesEarlierText'>,
): boolean => status === 'rejected' && !unpublishesEarlierText && review.status !== 'published'

const describeDecision = ({ status, isVerified, unpublishesEarlierText, reason }: ReviewDecision): string =>
  status === 'published'
    ? `通过${isVerified ? '，已验证' : ''}`
    : `不通过${unpublishesEarlierText ? '，已展示的一并下架' : ''}：${reason}`
