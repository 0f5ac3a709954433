import type { CommentCreate } from '#contracts/comments/comment.ts'
import { getCommentSubject } from '#contracts/comments/kinds.ts'
import { toCommentHash } from '#contracts/rules/comment-hash.ts'
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
    const { id, kind, text, subject, mentioned, replied } = comment
    // Editors open a comment by its id, since its field may have moved or gone when the link is followed.
    const hash = kind === 'document' || kind === 'product' ? toCommentHash(id) : ''
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
