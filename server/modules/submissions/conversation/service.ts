import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#contracts/durations.ts'
import { SUBMISSION_MESSAGES_MAX } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { ReviewMessage, VendorMessage, VendorMessageCreate } from '#contracts/submission-messages/message.ts'
import { SUBMISSION_MESSAGE_TEXTS as TEXTS } from '#contracts/submission-messages/messages.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { lockSubmissions } from '../change-submission.ts'
import type { SubmissionEvents } from '../events.ts'
import type { SubmissionMails } from '../mails.ts'
import { canSeeProgress } from '../policy.ts'
import { normalizeReceipt } from '../receipt.ts'
import {
  findSubmission,
  findSubmissionByReceipt,
  SUBMISSIONS_TOPIC,
  type SubmissionRow,
  updateSubmission,
} from '../store.ts'
import {
  countMessages,
  insertMessage,
  listMessages,
  listMessagesByAuthor,
  listMessagesOfSubmissions,
  type SubmissionMessageRow,
} from './store.ts'

type Dependencies = { database: Database; clock: Clock; mails: SubmissionMails; events: SubmissionEvents }
type NewMessage = { row: SubmissionRow; text: string; author: Pick<Actor, 'id' | 'name'> | null }

/** Creates the messages between vendors, who prove their submission by receipt and contact address, and reviewers. */
export function createConversations({ database, clock, mails, events }: Dependencies) {
  /** Returns a submission for its vendor. Throws the same `notFound` whether or not the receipt exists. */
  async function getProven(db: Queryable, { receipt, contactEmail }: SubmissionStatusQuery): Promise<SubmissionRow> {
    const row = await findSubmissionByReceipt(db, normalizeReceipt(receipt))
    authorize(canSeeProgress(row, contactEmail), notFound(MESSAGES.submissionNotFound))
    return row
  }

  async function getForReview(db: Queryable, id: string): Promise<SubmissionRow> {
    const row = await findSubmission(db, id)
    if (!row) throw notFound(SUBMISSION_REVIEW_MESSAGES.notFound)
    return row
  }

  /** Throws `conflict` if a side has written as many messages as it may. */
  async function assertBelowLimit(db: Queryable, submissionId: string, isFromVendor: boolean): Promise<void> {
    const count = (since: string) => countMessages(db, { submissionId, isFromVendor, since })
    const { vendor, staff, vendorPerDay } = SUBMISSION_MESSAGES_MAX
    if ((await count('')) >= (isFromVendor ? vendor : staff)) throw conflict(TEXTS.tooMany)
    const yesterday = new Date(clock.now().getTime() - DAY_MS).toISOString()
    if (isFromVendor && (await count(yesterday)) >= vendorPerDay) throw conflict(TEXTS.tooManyToday)
  }

  /** Stores a message. Those of the vendor are unread until a reviewer reads or answers them. */
  async function insert(transaction: Transaction, { row, text, author }: NewMessage): Promise<SubmissionMessageRow> {
    const isFromVendor = author === null
    await assertBelowLimit(transaction.db, row.id, isFromVendor)
    const message = await insertMessage(transaction.db, {
      id: randomUUID(),
      submissionId: row.id,
      isFromVendor,
      authorId: author?.id ?? null,
      authorName: author?.name ?? null,
      text,
      createdAt: clock.now().toISOString(),
    })
    await updateSubmission(transaction.db, row.id, { unreadMessages: isFromVendor ? row.unreadMessages + 1 : 0 })
    transaction.publish(SUBMISSIONS_TOPIC)
    return message
  }

  return {
    /** Lists the messages of a submission for its vendor, oldest first. Throws `notFound`. */
    async listForVendor(proof: SubmissionStatusQuery): Promise<VendorMessage[]> {
      const row = await getProven(database.read, proof)
      return (await listMessages(database.read, row.id)).map(toVendorMessage)
    },

    /** Sends a message of the vendor. Throws `notFound`, `conflict` beyond the limits. */
    sendAsVendor: ({ text, ...proof }: VendorMessageCreate): Promise<VendorMessage> =>
      writeOnce(database, async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        const row = await getProven(transaction.db, proof)
        const message = await insert(transaction, { row, text, author: null })
        // The first unread message tells of those that follow it.
        if (row.unreadMessages === 0) await events.recordMessaged(transaction, row)
        return toVendorMessage(message)
      }),

    /** Lists the messages of a submission for reviewers, oldest first. Throws `notFound`. */
    async list(id: string): Promise<ReviewMessage[]> {
      const row = await getForReview(database.read, id)
      return (await listMessages(database.read, row.id)).map(toReviewMessage)
    },

    /** Sends a message to the vendor, with a mail. Throws `notFound`, `conflict` beyond the limit. */
    send: (id: string, text: string, actor: Actor): Promise<ReviewMessage> =>
      writeOnce(database, async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        const row = await getForReview(transaction.db, id)
        const message = await insert(transaction, { row, text, author: actor })
        await mails.queueMessageMail(transaction, row, text)
        return toReviewMessage(message)
      }),

    /** Marks the vendor's messages as read. Throws `notFound`. */
    markRead: (id: string): Promise<void> =>
      database.write(async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        const row = await getForReview(transaction.db, id)
        if (row.unreadMessages === 0) return
        await updateSubmission(transaction.db, id, { unreadMessages: 0 })
        transaction.publish(SUBMISSIONS_TOPIC)
      }),

    /** Lists the messages of submissions, for the copy of their contact's data. */
    async listOf(submissions: readonly Pick<SubmissionRow, 'id' | 'receipt'>[]) {
      const receipts = new Map(submissions.map(({ id, receipt }) => [id, receipt]))
      const messages = await listMessagesOfSubmissions(database.read, [...receipts.keys()])
      return messages.map((row) => ({ receipt: receipts.get(row.submissionId), ...toVendorMessage(row) }))
    },

    /** Lists what a member of the staff has written, for the copy of their data. */
    listByAuthor: async (userId: string) => (await listMessagesByAuthor(database.read, userId)).map(toVendorMessage),
  }
}

const toVendorMessage = ({ id, isFromVendor, text, createdAt }: SubmissionMessageRow): VendorMessage => ({
  id,
  isFromVendor,
  text,
  createdAt,
})

const toReviewMessage = (row: SubmissionMessageRow): ReviewMessage => ({
  id: row.id,
  author: row.authorId === null ? null : { id: row.authorId, name: row.authorName ?? '' },
  text: row.text,
  createdAt: row.createdAt,
})
