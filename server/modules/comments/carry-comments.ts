import type { CommentSubject } from '#contracts/comments/comment.ts'
import { createPathCarrier } from '#contracts/rules/carry-path.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasDraft, listFieldComments, updateComment } from './store.ts'

/**
 * Moves the comments at fields along with their fields when a document or product is saved, inside the caller's
 * transaction. `before` and `after` are what editors saw, and see from now on.
 */
export async function carryComments(
  db: Queryable,
  subject: CommentSubject,
  before: unknown,
  after: unknown,
): Promise<void> {
  const carryPath = createPathCarrier(before, after)
  for (const { id, path } of await listFieldComments(db, subject)) {
    const carried = carryPath(path)
    if (carried !== path) await updateComment(db, id, { path: carried })
  }
}

/** As `carryComments`, for the published version: while there is a draft, the comments are about the fields of the draft. */
export async function carryPublishedComments(
  db: Queryable,
  subject: CommentSubject,
  before: unknown,
  after: unknown,
): Promise<void> {
  if (!(await hasDraft(db, subject))) await carryComments(db, subject, before, after)
}
