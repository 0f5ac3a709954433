import { PRODUCT_QUESTIONS } from '#contracts/limits.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type { ModeratedPost, PostCounts, PostDecision, PostModerationQuery } from '#contracts/product-questions/post.ts'
import { POST_KIND_LABELS, POST_STATUSES, type PostStatus } from '#contracts/product-questions/statuses.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { assertContactsConfirmed } from '#server/platform/public-contacts.ts'
import type { QuestionMails } from './mails.ts'
import { countPosts, findPost, listPosts, POSTS_LOCK, type PostWithContext, updatePost } from './store.ts'
import { toModeratedPost } from './view.ts'

type Dependencies = { database: Database; clock: Clock; audit: AuditService; mails: QuestionMails }

/** Creates the moderation of questions and answers. */
export function createQuestionModeration({ database, clock, audit, mails }: Dependencies) {
  async function count(): Promise<PostCounts> {
    const counts: PostCounts = { pending: 0, published: 0, rejected: 0 }
    for (const status of POST_STATUSES) counts[status] = await countPosts(database.read, status)
    return counts
  }

  /** Lists posts of several statuses, one after another: pending ones with the oldest first, others with the newest. */
  async function listInOrder(statuses: readonly PostStatus[], counts: PostCounts, page: number) {
    const rows: PostWithContext[] = []
    let { limit, offset } = toRowRange(page, PRODUCT_QUESTIONS.perModerationPage)
    for (const status of statuses) {
      if (limit > 0 && offset < counts[status]) {
        const order = status === 'pending' ? 'asc' : 'desc'
        const found = await listPosts(database.read, status, { limit, offset, order })
        rows.push(...found)
        limit -= found.length
      }
      offset = Math.max(0, offset - counts[status])
    }
    return rows
  }

  /** Returns a post. Throws `notFound`, also if its product is in the recycle bin. */
  async function getPost(db: Queryable, id: string): Promise<PostWithContext> {
    const post = await findPost(db, id)
    if (post?.productDeletedAt !== null) throw notFound(MESSAGES.notFound)
    return post
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

  return {
    /** Returns the number of pending questions and answers. */
    countPending: (): Promise<number> => countPosts(database.read, 'pending'),

    /** Lists questions and answers, pending ones first, with the number of each status. */
    async list({
      status,
      page,
    }: PostModerationQuery): Promise<{ items: ModeratedPost[]; pagination: Pagination; counts: PostCounts }> {
      const counts = await count()
      const statuses: readonly PostStatus[] = status ? [status] : POST_STATUSES
      const total = statuses.reduce((sum, each) => sum + counts[each], 0)
      const rows = await listInOrder(statuses, counts, page)
      return {
        items: rows.map(toModeratedPost),
        pagination: toPagination(page, PRODUCT_QUESTIONS.perModerationPage, total),
        counts,
      }
    },

    /**
     * Publishes or rejects the text at `version`. A decision can be changed, which withdraws its unsent mails. Throws
     * `notFound`, `versionConflict`, and `conflict` if contact data in the text isn't confirmed.
     */
    decide: (id: string, decision: PostDecision, actor: Actor): Promise<ModeratedPost> =>
      writeOnce(database, async (transaction) => {
        await transaction.lockName(POSTS_LOCK)
        const post = await getPost(transaction.db, id)
        if (post.version !== decision.version) throw new AppError('versionConflict', MESSAGES.stale)
        const columns = decision.status === 'published' ? approve(post, decision) : reject(decision)
        const mailIdsJson = await replaceMails(transaction, post, decision)
        const decidedBy = { decidedAt: timestamp(clock), decidedBy: actor.id, decidedByName: actor.name }
        await updatePost(transaction.db, id, { ...columns, ...decidedBy, mailIdsJson })
        const result = decision.status === 'published' ? '通过' : `不通过：${decision.reason}`
        await audit.record(transaction, {
          actor,
          action: 'question.moderate',
          target: post.productName,
          detail: `${describeKind(post)}，${result}`,
        })
        return toModeratedPost(await getPost(transaction.db, id))
      }),
  }
}

const describeKind = ({ questionId }: PostWithContext): string =>
  POST_KIND_LABELS[questionId === null ? 'question' : 'answer']

const reject = ({ reason }: PostDecision) => ({ status: 'rejected', reason, publishedAt: null }) as const
