import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#contracts/audit/actions.ts'
import type { Comment, CommentCreate, CommentSubject, CommentUpdate } from '#contracts/comments/comment.ts'
import { type CommentKind, getCommentSubject } from '#contracts/comments/kinds.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#contracts/comments/messages.ts'
import { COMMENTS } from '#contracts/limits.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import type { AssignmentSubject } from '#server/modules/assignments/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'
import { carryComments, carryPublishedComments } from './carry-comments.ts'
import { createCommentNotices } from './notices.ts'
import { canComment, isAuthor } from './policy.ts'
import {
  type CommentRow,
  countComments,
  deleteComment,
  findComment,
  hasReplies,
  insertComment,
  listComments,
  listThreadAuthors,
  listUserNames,
  updateComment,
} from './store.ts'
import { createSubjectFinders, getSubject, type NamedSubject, toSubjectColumns } from './subjects.ts'
import { listMentions, toComment } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  identity: Pick<IdentityService, 'listUsersWithPermission'>
  outbox: Pick<OutboxService, 'recordFor'>
  publicUrl: string
  /** Find submissions and leads. */
  subjects: Record<'submission' | 'lead', Pick<AssignmentSubject, 'find'>>
}

/** Only that something was written is audited: the texts are confidential, like notes. */
const ACTIONS = {
  submission: 'submission.comment',
  lead: 'lead.comment',
  product: 'product.comment',
  document: 'content.comment',
} as const satisfies Record<CommentKind, AuditAction>

export { carryComments, carryPublishedComments }

export type CommentService = ReturnType<typeof createCommentService>
type Writer = Actor & Caller

/** Creates the service for the staff's comments on submissions, leads, products and documents. */
export function createCommentService({ database, clock, audit, identity, outbox, publicUrl, subjects }: Dependencies) {
  const notify = createCommentNotices({ outbox, publicUrl })
  const finders = createSubjectFinders(subjects)

  /** Returns a subject that the caller may read. Throws `forbidden`, `notFound`. */
  async function getReadableSubject(
    db: Queryable,
    { kind, id }: CommentSubject,
    caller: Caller,
  ): Promise<NamedSubject> {
    authorize(canComment(kind, caller), forbidden())
    const subject = await finders[kind](db, id)
    if (!subject) throw notFound(MESSAGES.subjectNotFound)
    return subject
  }

  /** Returns a comment on a subject that the caller may read. Throws `forbidden`, `notFound`. */
  async function getReadableComment(db: Queryable, id: string, caller: Caller) {
    const row = await findComment(db, id)
    if (!row || row.deletedAt !== null) throw notFound(MESSAGES.notFound)
    return { row, kind: getSubject(row).kind, subject: await getReadableSubject(db, getSubject(row), caller) }
  }

  /** Returns a comment of the caller's own. Throws `forbidden`, `notFound`. */
  async function getOwnComment(db: Queryable, id: string, user: Writer) {
    const comment = await getReadableComment(db, id, user)
    authorize(isAuthor(comment.row, user), forbidden(MESSAGES.notAuthor))
    return comment
  }

  async function toComments(db: Queryable, rows: readonly CommentRow[], userId: string): Promise<Comment[]> {
    const ids = [...new Set(rows.flatMap(listMentions))]
    const names = new Map((await listUserNames(db, ids)).map(({ id, name }) => [id, name]))
    return rows.map((row) => toComment(row, names, userId))
  }

  async function getComment(db: Queryable, id: string, userId: string): Promise<Comment> {
    const row = await findComment(db, id)
    const [comment] = row ? await toComments(db, [row], userId) : []
    if (!comment) throw notFound(MESSAGES.notFound)
    return comment
  }

  /**
   * Returns the ids of who may read a subject. Throws `invalid` for the first mentioned user who may not, unless an earlier
   * text mentions them: they may have lost the permission since.
   */
  async function checkMentions(
    kind: CommentKind,
    mentions: readonly string[],
    known: readonly string[] = [],
  ): Promise<ReadonlySet<string>> {
    const readers = new Set((await listReaders(kind)).map(({ id }) => id))
    const position = mentions.findIndex((id) => !readers.has(id) && !known.includes(id))
    if (position < 0) return readers
    const [user] = await listUserNames(database.read, mentions.slice(position, position + 1))
    throw invalidField(`mentions.${position}`, user ? MESSAGES.cannotRead(user.name) : MESSAGES.unknownUser)
  }

  const listReaders = (kind: CommentKind) => identity.listUsersWithPermission(getCommentSubject(kind).permission)

  const record = (
    transaction: Transaction,
    { kind, subject, actor }: { kind: CommentKind; subject: NamedSubject; actor: Actor },
    detail: string,
  ): Promise<void> => audit.record(transaction, { actor, action: ACTIONS[kind], target: subject.name, detail })

  /** Returns the field and the thread of a new comment. Throws `notFound` for a thread of another subject. */
  async function locate(db: Queryable, id: string, { subject, thread }: CommentCreate) {
    if (thread === undefined) return { threadId: id, path: subject.path }
    const begin = await findComment(db, thread)
    const begun = begin && getSubject(begin)
    if (!begin || begun?.kind !== subject.kind || begun.id !== subject.id) throw notFound(MESSAGES.threadNotFound)
    return { threadId: begin.threadId, path: begin.path }
  }

  /** Deletes the beginning of a thread whose text was deleted before, once nobody's reply follows it. */
  async function deleteEmptyThread(db: Queryable, threadId: string): Promise<void> {
    const begin = await findComment(db, threadId)
    if (begin && begin.deletedAt !== null && !(await hasReplies(db, threadId))) await deleteComment(db, threadId)
  }

  return {
    /** Lists the comments on a subject, in the order in which they were written. Throws `forbidden`, `notFound`. */
    async list(subject: CommentSubject, user: Writer): Promise<Comment[]> {
      await getReadableSubject(database.read, subject, user)
      return toComments(database.read, await listComments(database.read, subject), user.id)
    },

    /** Lists who may read a subject and so be mentioned. Throws `forbidden`, `notFound`. */
    async listMentionable(subject: CommentSubject, user: Writer) {
      await getReadableSubject(database.read, subject, user)
      const readers = await listReaders(subject.kind)
      return readers.map(({ id, name }) => ({ id, name, searchText: buildSearchLines([name]) }))
    },

    /**
     * Adds a comment or a reply. Throws `forbidden`, `notFound`, `invalid` for who can't be mentioned, `conflict` if
     * the subject has too many.
     */
    async create(input: CommentCreate, user: Writer): Promise<Comment> {
      const { kind } = input.subject
      authorize(canComment(kind, user), forbidden())
      const readers = await checkMentions(kind, input.mentions)
      return writeOnce(database, async (transaction) => {
        const { db } = transaction
        const subject = await getReadableSubject(db, input.subject, user)
        if ((await countComments(db, input.subject)) >= COMMENTS.perSubject) throw conflict(MESSAGES.tooMany)
        const id = randomUUID()
        const { threadId, path } = await locate(db, id, input)
        const authors = await listThreadAuthors(db, threadId)
        await insertComment(db, {
          id,
          ...toSubjectColumns(input.subject),
          path,
          threadId,
          authorId: user.id,
          text: input.text,
          mentionsJson: JSON.stringify([...new Set(input.mentions)]),
          createdAt: timestamp(clock),
          editedAt: null,
          deletedAt: null,
          resolvedAt: null,
          resolvedById: null,
        })
        await record(transaction, { kind, subject, actor: user }, threadId === id ? '发表' : '回复')
        const replied = authors.filter((author) => readers.has(author))
        await notify(transaction, { id, kind, text: input.text, subject, mentioned: input.mentions, replied }, user)
        return getComment(db, id, user.id)
      })
    },

    /** Changes a comment of the caller's own. Throws `forbidden`, `notFound`, `invalid`, `conflict`. */
    async update(id: string, { text, mentions }: CommentUpdate, user: Writer): Promise<Comment> {
      const { kind, row: stored } = await getOwnComment(database.read, id, user)
      await checkMentions(kind, mentions, listMentions(stored))
      return database.write(async (transaction) => {
        const { db } = transaction
        const { row, subject } = await getOwnComment(db, id, user)
        // The author has seen the text without the contacts, which would be lost.
        if (!can(user, 'contacts:read') && redactContacts(row.text) !== row.text) throw conflict(MESSAGES.hasContacts)
        const mentionsJson = JSON.stringify([...new Set(mentions)])
        if (row.text !== text || JSON.stringify(listMentions(row)) !== mentionsJson) {
          await updateComment(db, id, { text, mentionsJson, editedAt: timestamp(clock) })
          await record(transaction, { kind, subject, actor: user }, '修改')
          const known = listMentions(row)
          const mentioned = mentions.filter((each) => !known.includes(each))
          await notify(transaction, { id, kind, text, subject, mentioned, replied: [] }, user)
        }
        return getComment(db, id, user.id)
      })
    },

    /**
     * Deletes a comment of the caller's own; if it has replies, only its text, and the rest with its last reply. Throws
     * `forbidden`, `notFound`.
     */
    remove: (id: string, user: Writer): Promise<void> =>
      database.write(async (transaction) => {
        const { db } = transaction
        const { kind, subject, row } = await getOwnComment(db, id, user)
        if (await hasReplies(db, id))
          await updateComment(db, id, { text: '', mentionsJson: '[]', deletedAt: timestamp(clock) })
        else {
          await deleteComment(db, id)
          await deleteEmptyThread(db, row.threadId)
        }
        await record(transaction, { kind, subject, actor: user }, '删除')
      }),

    /** Resolves the thread of a comment, or opens it again. Throws `forbidden`, `notFound`. */
    setResolution: (id: string, isResolved: boolean, user: Writer): Promise<Comment> =>
      database.write(async (transaction) => {
        const { db } = transaction
        const comment = await findComment(db, id)
        if (!comment) throw notFound(MESSAGES.notFound)
        const { kind, id: subjectId } = getSubject(comment)
        const subject = await getReadableSubject(db, { kind, id: subjectId }, user)
        const begin = await getComment(db, comment.threadId, user.id)
        if ((begin.resolvedAt !== null) === isResolved) return begin
        await updateComment(db, begin.id, {
          resolvedAt: isResolved ? timestamp(clock) : null,
          resolvedById: isResolved ? user.id : null,
        })
        await record(transaction, { kind, subject, actor: user }, isResolved ? '解决' : '重新打开')
        return getComment(db, begin.id, user.id)
      }),
  }
}
