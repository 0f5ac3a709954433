import type { CommentCreate } from '#contracts/comments/comment.ts'
import { getCommentSubject } from '#contracts/comments/kinds.ts'
import { getExistingPath } from '#contracts/rules/carry-path.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { NamedSubject } from './subjects.ts'

type Dependencies = {
  outbox: Pick<OutboxService, 'recordFor'>
  /** The base URL of links. */
  publicUrl: string
}

type WrittenComment = {
  id: string
  kind: CommentCreate['subject']['kind']
  path: string
  text: string
  subject: NamedSubject
  /** Who is told that they are mentioned. */
  mentioned: readonly string[]
  /** Who wrote in the thread, and is told of a reply unless they are mentioned. */
  replied: readonly string[]
}

/** Creates the function that tells those whom a comment mentions or replies to, but never its author. */
export const createCommentNotices =
  ({ outbox, publicUrl }: Dependencies) =>
  async (transaction: Transaction, comment: WrittenComment, author: Actor): Promise<void> => {
    const { id, kind, path, text, subject, mentioned, replied } = comment
    // The editors open a field by its id.
    const hash = path === '' ? '' : `#field-${encodeURIComponent(getExistingPath(path))}`
    const data = {
      id,
      subject: `${getCommentSubject(kind).label}“${subject.name}”`,
      author: author.name,
      text,
      url: `${publicUrl}${subject.path}${hash}`,
    }
    const isOther = (userId: string) => userId !== author.id
    await outbox.recordFor(transaction, mentioned.filter(isOther), { name: 'comment.mentioned', data })
    const others = replied.filter((userId) => isOther(userId) && !mentioned.includes(userId))
    await outbox.recordFor(transaction, others, { name: 'comment.replied', data })
  }
