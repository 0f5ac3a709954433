import type { BulkDecisionResult } from '#contracts/bulk-decisions.ts'
import { PRODUCT_QUESTIONS } from '#contracts/limits.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import { type Caller, can, listRolesWithPermission } from '#contracts/permissions.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type {
  BulkPostDecision,
  ModeratedPost,
  PostCounts,
  PostDecision,
  PostModerationQuery,
} from '#contracts/product-questions/post.ts'
import { POST_STATUSES, type PostStatus } from '#contracts/product-questions/statuses.ts'
import { deleteReports, readReports } from '#server/modules/abuse-reports/service.ts'
import { readAssignments, resolveAssignee } from '#server/modules/assignments/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { decideEach } from '#server/platform/decide-each.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { assertContactsConfirmed } from '#server/platform/public-contacts.ts'
import { buildSearchPatterns } from '#server/platform/search-text/search-lines.ts'
import type { QuestionMails } from '../mails.ts'
import { findPost, POSTS_LOCK, type PostWithContext, updatePost } from '../store.ts'
import { toModeratedPost } from '../view.ts'
import { describeKind, QUESTION_ASSIGNMENTS, toWork } from './assignments.ts'
import { REPORTED_POSTS } from './reported-posts.ts'
import { countPosts, listMatches, listPosts, type PostFilter } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  products: Pick<ProductService, 'listNumbersByName'>
  mails: QuestionMails
}

const NO_FILTER: PostFilter = {
  status: undefined,
  matches: undefined,
  catalogue: undefined,
  assignee: undefined,
  dueUntil: undefined,
  isReported: false,
}
/** Only what is shown is reported, and a decision ends the reports. */
const REPORTED: PostFilter = { ...NO_FILTER, status: 'published', isReported: true }
const UNASSIGNED: PostFilter['assignee'] = { roles: listRolesWithPermission('reviews:write') }

/** Creates the moderation of questions and answers. */
export function createQuestionModeration({ database, clock, audit, products, mails }: Dependencies) {
  const countPending = async (filter: PostFilter): Promise<number> =>
    (await countPosts(database.read, { ...filter, status: 'pending' })).pending

  /** Returns the ordinals of the posts that match a search; `undefined` if it is empty. */
  async function findMatches(input: string, caller: Caller): Promise<PostFilter['matches']> {
    if (input === '') return undefined
    const canReadContacts = can(caller, 'contacts:read')
    return listMatches(database.read, {
      // Members may name contacts anywhere in their texts (docs/decisions/030).
      patterns: canReadContacts ? buildSearchPatterns(input) : [],
      products: await products.listNumbersByName(input),
      author: canReadContacts ? input.toLowerCase() : undefined,
    })
  }

  /** Lists posts of several statuses, one after another: pending ones with the oldest first, others with the newest. */
  async function listInOrder(filter: PostFilter, statuses: readonly PostStatus[], counts: PostCounts, page: number) {
    const rows: PostWithContext[] = []
    let { limit, offset } = toRowRange(page, PRODUCT_QUESTIONS.perModerationPage)
    for (const status of statuses) {
      if (limit > 0 && offset < counts[status]) {
        const order = status === 'pending' ? 'asc' : 'desc'
        const found = await listPosts(database.read, { ...filter, status }, { limit, offset, order })
        rows.push(...found)
        limit -= found.length
      }
      offset = Math.max(0, offset - counts[status])
    }
    return rows
  }

  async function toRecords(db: Queryable, rows: readonly PostWithContext[]): Promise<ModeratedPost[]> {
    const getAssignment = await readAssignments({ db, clock }, 'question', rows.map(toWork))
    const getReports = await readReports(
      db,
      'post',
      rows.map(({ id }) => id),
    )
    return rows.map((row) => toModeratedPost(row, { assignment: getAssignment(row.id), reports: getReports(row.id) }))
  }

  /** Returns a post. Throws `notFound`, also if its product is in the recycle bin. */
  async function getPost(db: Queryable, id: string): Promise<PostWithContext> {
    const post = await findPost(db, id)
    if (post?.productDeletedAt !== null) throw notFound(MESSAGES.notFound)
    return post
  }

  async function getRecord(db: Queryable, id: string): Promise<ModeratedPost> {
    const [record] = await toRecords(db, [await getPost(db, id)])
    if (!record) throw notFound(MESSAGES.notFound)
    return record
  }

  /** Throws `conflict` if contact data in the text isn't confirmed. */
  function approve(post: PostWithContext, { confirmed }: PostDecision) {
    assertContactsConfirmed([{ path: 'text', label: describeKind(post), text: post.text }], confirmed)
    return { status: 'published', reason: '', publishedAt: post.publishedAt ?? timestamp(clock) } as const
  }

  /** Queues the mails about a decision; whoever was told of an approval isn't told again. Returns the ids as JSON. */
  async function replaceMails(
    transaction: Transaction,
    post: PostWithContext,
    { status, reason }: PostDecision,
  ): Promise<string> {
    if (status === 'published' && post.status === 'published') return JSON.stringify(post.mailIdsJson)
    return JSON.stringify(await mails.replace(transaction, post, status === 'published' ? '' : reason))
  }

  /**
   * Publishes or rejects the text at `version`. A decision can be changed, which withdraws its unsent mails. Throws
   * `notFound`, `versionConflict`, and `conflict` if contact data in the text isn't confirmed.
   */
  const decide = (id: string, decision: PostDecision, actor: Actor): Promise<ModeratedPost> =>
    writeOnce(database, async (transaction) => {
      await transaction.lockName(POSTS_LOCK)
      const post = await getPost(transaction.db, id)
      if (post.version !== decision.version) throw new AppError('versionConflict', MESSAGES.stale)
      const columns = decision.status === 'published' ? approve(post, decision) : reject(decision)
      const mailIdsJson = await replaceMails(transaction, post, decision)
      const decidedBy = { decidedAt: timestamp(clock), decidedBy: actor.id, decidedByName: actor.name }
      await updatePost(transaction.db, id, { ...columns, ...decidedBy, mailIdsJson })
      await deleteReports(transaction.db, { kind: 'post', id })
      const result = decision.status === 'published' ? '通过' : `不通过：${decision.reason}`
      await audit.record(transaction, {
        actor,
        action: 'question.moderate',
        target: post.productName,
        detail: `${describeKind(post)}，${result}`,
      })
      return getRecord(transaction.db, id)
    })

  return {
    assignments: QUESTION_ASSIGNMENTS,
    reportSubject: REPORTED_POSTS,

    /** Returns the number of pending questions and answers. */
    countPending: (): Promise<number> => countPending(NO_FILTER),

    /** Returns the number of pending questions and answers that nobody moderates. */
    countUnassigned: (): Promise<number> => countPending({ ...NO_FILTER, assignee: UNASSIGNED }),

    /** Returns the number of pending questions and answers whose deadline has passed. */
    countLate: (): Promise<number> => countPending({ ...NO_FILTER, dueUntil: timestamp(clock) }),

    /** Returns the number of shown questions and answers that members have reported. */
    countReported: async (): Promise<number> => (await countPosts(database.read, REPORTED)).published,

    /** Lists questions and answers, pending ones first, with counts of those that match the other filters. */
    async list(
      { search, catalogue, status, assignee, late, reported, page }: PostModerationQuery,
      caller: Caller & { id: string },
    ): Promise<{ items: ModeratedPost[]; pagination: Pagination; counts: PostCounts }> {
      const filter: PostFilter = {
        status: undefined,
        matches: await findMatches(search, caller),
        catalogue,
        assignee: resolveAssignee(assignee, 'question', caller),
        dueUntil: late ? timestamp(clock) : undefined,
        isReported: reported,
      }
      const counts = await countPosts(database.read, filter)
      const statuses: readonly PostStatus[] = status ? [status] : POST_STATUSES
      const total = statuses.reduce((sum, each) => sum + counts[each], 0)
      return {
        items: await toRecords(database.read, await listInOrder(filter, statuses, counts, page)),
        pagination: toPagination(page, PRODUCT_QUESTIONS.perModerationPage, total),
        counts,
      }
    },

    /** Returns one question or answer. Throws `notFound`. */
    get: (id: string): Promise<ModeratedPost> => getRecord(database.read, id),

    decide,

    /** Publishes or rejects questions and answers one by one, except those that a moderator has to look at. */
    decideMany: ({ items, status, reason }: BulkPostDecision, actor: Actor): Promise<BulkDecisionResult> =>
      decideEach(items, async ({ id, version }) => {
        const post = await getPost(database.read, id)
        // A decision that someone has made is changed individually; an older version is a conflict, or this decision again.
        const isDecided = post.status !== 'pending' && post.version === version
        return {
          name: toWork(post).name,
          individualReason: isDecided ? MESSAGES.bulkDecided : undefined,
          decide: () => decide(id, { version, status, reason }, actor),
        }
      }),
  }
}

const reject = ({ reason }: PostDecision) => ({ status: 'rejected', reason, publishedAt: null }) as const
