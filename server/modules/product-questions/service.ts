import { randomUUID } from 'node:crypto'
import { PRODUCT_QUESTIONS } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import type { OwnPost, PublicQuestion } from '#contracts/product-questions/post.ts'
import { POST_KIND_LABELS } from '#contracts/product-questions/statuses.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import { createActCounter } from '#server/platform/act-counter.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, forbidden, notFound, unauthenticated } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { ListPage } from '#server/platform/database/list-page.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { createQuestionMails } from './mails.ts'
import { createQuestionModeration } from './moderation/service.ts'
import { canChange, canPost, hasUsableAddress, isOwnPost, isShownQuestion } from './policy.ts'
import {
  countAnswersOfOthers,
  countShownQuestions,
  deletePost,
  findPost,
  insertPost,
  listPostsByAuthor,
  listShownAnswers,
  listShownQuestions,
  POSTS_LOCK,
  type PostWithContext,
  updatePost,
} from './store.ts'
import { toOwnPost, toPublicQuestion } from './view.ts'

export type ProductQuestionService = ReturnType<typeof createProductQuestionService>

type Dependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  products: Pick<ProductService, 'get' | 'listNumbersByName'>
  accounts: Pick<IdentityService['accounts'], 'find'>
  vendors: Pick<VendorService, 'findRepresentedVendor' | 'listRepresentatives'>
  mail: Pick<MailService, 'isReady' | 'queue' | 'outbox'>
  audit: AuditService
  publicUrl: string
}

/** A product, by its id or name. */
type ProductReference = { catalogue: Catalogue; productIdOrName: string }

/** What is posted: a question about a product, or an answer to one of its questions. */
type NewPost = { productId: string; questionId: string | null; isVendor: boolean; text: string }

/** Creates the service for questions about products: asking, answering, moderation. */
export function createProductQuestionService(dependencies: Dependencies) {
  const { database, clock, products, accounts, vendors, mail, audit } = dependencies
  const mails = createQuestionMails(dependencies)
  const countAct = createActCounter(dependencies)

  /** Throws `unauthenticated`, and `forbidden` for staff and for members without a verified address. */
  async function assertCanPost(userId: string): Promise<void> {
    const member = await accounts.find(database.read, userId)
    if (!member) throw unauthenticated()
    authorize(canPost(member), forbidden(MESSAGES.membersOnly))
    authorize(
      hasUsableAddress(member, await mail.isReady()),
      forbidden(MESSAGES.emailNotVerified, { reason: 'email-not-verified' }),
    )
  }

  /** Counts a post, also one that is deleted later. Throws `tooManyRequests` above the daily limit. */
  async function countPost(transaction: Transaction, by: string): Promise<void> {
    const { perMember, windowMs } = PRODUCT_QUESTIONS
    if ((await countAct(transaction, { purpose: 'posts of a member about products', by, windowMs })) > perMember)
      throw new AppError('tooManyRequests', MESSAGES.perMember(perMember), { retryAfterSeconds: windowMs / 1000 })
  }

  /** Returns a member's own post. Throws `notFound`. */
  async function getOwn(db: Queryable, id: string, userId: string): Promise<PostWithContext> {
    const post = await findPost(db, id)
    if (!post) throw notFound(MESSAGES.notFound)
    authorize(isOwnPost(post, userId), notFound(MESSAGES.notFound))
    return post
  }

  const describe = ({ questionId }: { questionId: string | null }) =>
    POST_KIND_LABELS[questionId === null ? 'question' : 'answer']

  /** Adds a post that waits for a decision, inside the caller's transaction. */
  async function add(transaction: Transaction, post: NewPost, author: Actor): Promise<OwnPost> {
    await transaction.lockName(POSTS_LOCK)
    await countPost(transaction, author.id)
    const id = randomUUID()
    await insertPost(transaction.db, {
      ...post,
      id,
      userId: author.id,
      status: 'pending',
      reason: '',
      submittedAt: timestamp(clock),
      publishedAt: null,
      decidedAt: null,
      decidedBy: null,
      decidedByName: null,
      mailIdsJson: '[]',
      assigneeId: null,
      assignmentDueAt: null,
      version: 1,
    })
    const added = await getOwn(transaction.db, id, author.id)
    await audit.record(transaction, {
      actor: author,
      action: 'question.submit',
      target: added.productName,
      detail: describe(added),
    })
    return toOwnPost(added)
  }

  return {
    moderation: createQuestionModeration({ ...dependencies, mails }),

    /** Lists the published questions about a product with their published answers. Throws `notFound`. */
    async list({ catalogue, productIdOrName }: ProductReference, page: number): Promise<ListPage<PublicQuestion>> {
      const { id } = await products.get(catalogue, productIdOrName)
      const limit = PRODUCT_QUESTIONS.perPage
      const questions = await listShownQuestions(database.read, id, toRowRange(page, limit))
      const answers = await listShownAnswers(
        database.read,
        questions.map((question) => question.id),
      )
      const byQuestion = Map.groupBy(answers, ({ questionId }) => questionId)
      return {
        items: questions.map((question) => toPublicQuestion(question, byQuestion.get(question.id) ?? [])),
        pagination: toPagination(page, limit, await countShownQuestions(database.read, id)),
      }
    },

    /** Asks about a product. Throws `notFound`, `forbidden`, `tooManyRequests`. */
    async ask({ catalogue, productIdOrName }: ProductReference, text: string, author: Actor): Promise<OwnPost> {
      await assertCanPost(author.id)
      const { id: productId } = await products.get(catalogue, productIdOrName)
      const isVendor = (await vendors.findRepresentedVendor(productId, author.id)) !== undefined
      return writeOnce(database, (transaction) =>
        add(transaction, { productId, questionId: null, isVendor, text }, author),
      )
    },

    /** Answers a published question, as the vendor if the author represents it. Throws like `ask`. */
    async answer(
      { catalogue, productIdOrName, questionId }: ProductReference & { questionId: string },
      text: string,
      author: Actor,
    ): Promise<OwnPost> {
      await assertCanPost(author.id)
      const { id: productId } = await products.get(catalogue, productIdOrName)
      const isVendor = (await vendors.findRepresentedVendor(productId, author.id)) !== undefined
      return writeOnce(database, async (transaction) => {
        const question = await findPost(transaction.db, questionId)
        if (!question) throw notFound(MESSAGES.notFound)
        authorize(isShownQuestion(question, productId), notFound(MESSAGES.notFound))
        return add(transaction, { productId, questionId, isVendor, text }, author)
      })
    },

    /** Lists a member's own questions and answers, newest first. */
    listOwn: async (userId: string): Promise<OwnPost[]> =>
      (await listPostsByAuthor(database.read, userId)).map(toOwnPost),

    /** Changes an unpublished post, which is moderated again. Throws `notFound`, `conflict`, `versionConflict`. */
    async update(id: string, { text, version }: { text: string; version: number }, author: Actor): Promise<OwnPost> {
      const { productId } = await getOwn(database.read, id, author.id)
      // Whoever has left the vendor since no longer speaks for it.
      const isVendor = (await vendors.findRepresentedVendor(productId, author.id)) !== undefined
      return database.write(async (transaction) => {
        await transaction.lockName(POSTS_LOCK)
        const post = await getOwn(transaction.db, id, author.id)
        if (!canChange(post)) throw conflict(MESSAGES.isPublished)
        if (post.version !== version) throw new AppError('versionConflict', MESSAGES.stale)
        await mails.withdraw(transaction, post)
        const columns = {
          text,
          isVendor,
          status: 'pending',
          reason: '',
          submittedAt: timestamp(clock),
          mailIdsJson: '[]',
          // The deadline was for the text before.
          assignmentDueAt: null,
        } as const
        await updatePost(transaction.db, id, columns)
        await audit.record(transaction, {
          actor: author,
          action: 'question.submit',
          target: post.productName,
          detail: `${describe(post)}，修改`,
        })
        return toOwnPost(await getOwn(transaction.db, id, author.id))
      })
    },

    /** Deletes one's own post. Throws `notFound`, `conflict` for a question that others have answered. */
    remove: (id: string, author: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await transaction.lockName(POSTS_LOCK)
        const post = await getOwn(transaction.db, id, author.id)
        if ((await countAnswersOfOthers(transaction.db, id, author.id)) > 0) throw conflict(MESSAGES.hasAnswers)
        await mails.withdraw(transaction, post)
        await deletePost(transaction.db, id)
        await audit.record(transaction, {
          actor: author,
          action: 'question.withdraw',
          target: post.productName,
          detail: describe(post),
        })
      }),

    /**
     * Removes a member's unpublished posts inside the transaction that deletes the account. Published ones, which name
     * nobody, stay for those who rely on them, and no longer refer to the account.
     */
    async removeAccountData(transaction: Transaction, userId: string): Promise<void> {
      await transaction.lockName(POSTS_LOCK)
      for (const post of await listPostsByAuthor(transaction.db, userId)) {
        await mails.withdraw(transaction, post)
        if (post.status === 'published') await updatePost(transaction.db, post.id, { userId: null })
        else await deletePost(transaction.db, post.id)
      }
    },
  }
}
