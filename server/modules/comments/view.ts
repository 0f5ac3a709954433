import { z } from 'zod'
import type { Comment } from '#contracts/comments/comment.ts'
import { DELETED_USER_NAME, type UserReference } from '#contracts/identity/user-reference.ts'
import type { CommentRow } from './store.ts'

const MentionsSchema = z.array(z.string())

/** Returns the ids of the users whom a comment mentions. */
export const listMentions = ({ mentionsJson }: Pick<CommentRow, 'mentionsJson'>): string[] =>
  MentionsSchema.parse(mentionsJson)

const toReference = (id: string | null, name: string | null | undefined): UserReference => ({
  id: id ?? '',
  name: name ?? DELETED_USER_NAME,
})

/** Converts a row to a comment as a user reads it. */
export const toComment = (row: CommentRow, names: ReadonlyMap<string, string>, userId: string): Comment => ({
  id: row.id,
  thread: row.threadId,
  path: row.path,
  text: row.text,
  author: toReference(row.authorId, row.authorName),
  isOwn: row.authorId === userId,
  isDeleted: row.deletedAt !== null,
  mentions: listMentions(row).map((id) => toReference(id, names.get(id))),
  createdAt: row.createdAt,
  editedAt: row.editedAt,
  resolvedAt: row.resolvedAt,
  resolvedBy: row.resolvedAt === null ? null : toReference(row.resolvedById, row.resolvedByName),
})
