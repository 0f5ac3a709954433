import { type CommentKind, getCommentSubject } from '#contracts/comments/kinds.ts'
import { type Caller, can } from '#contracts/permissions.ts'

/** Who may read a subject may read its comments, write some, and resolve them. */
export const canComment = (kind: CommentKind, caller: Caller): boolean =>
  can(caller, getCommentSubject(kind).permission)

/** Only its author changes or deletes a comment. */
export const isAuthor = ({ authorId }: { authorId: string | null }, user: { id: string }): boolean =>
  authorId === user.id
