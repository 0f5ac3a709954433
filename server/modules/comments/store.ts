import type { Insertable, Selectable, Updateable } from 'kysely'
import type { CommentKind } from '#contracts/comments/kinds.ts'
import { DRAFT_KINDS } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { CommentsTable } from '#server/platform/database/tables/comments.ts'

/** A comment with the names of its author and of who resolved it, if these accounts still exist. */
export type CommentRow = Selectable<CommentsTable> & { authorName: string | null; resolvedByName: string | null }

/** The column that contains the id of each kind of subject. */
export const SUBJECT_COLUMNS = {
  submission: 'submissionId',
  lead: 'leadId',
  product: 'productId',
  document: 'document',
} as const satisfies Record<CommentKind, keyof CommentsTable>

type Subject = { kind: CommentKind; id: string }

const selectComments = (db: Queryable) =>
  db
    .selectFrom('comments')
    .leftJoin('users as authors', 'authors.id', 'comments.authorId')
    .leftJoin('users as resolvers', 'resolvers.id', 'comments.resolvedById')
    .selectAll('comments')
    .select(['authors.name as authorName', 'resolvers.name as resolvedByName'])

/** Lists the comments on a subject, in the order in which they were written. */
export const listComments = (db: Queryable, { kind, id }: Subject): Promise<CommentRow[]> =>
  selectComments(db)
    .where((eb) => eb(eb.ref(`comments.${SUBJECT_COLUMNS[kind]}`), '=', id))
    .orderBy('comments.createdAt')
    .orderBy('comments.id')
    .execute()

export const countComments = (db: Queryable, { kind, id }: Subject): Promise<number> =>
  countRows(db.selectFrom('comments').where((eb) => eb(eb.ref(`comments.${SUBJECT_COLUMNS[kind]}`), '=', id)))

export const findComment = (db: Queryable, id: string): Promise<CommentRow | undefined> =>
  selectComments(db).where('comments.id', '=', id).executeTakeFirst()

/** Lists the ids of those who wrote in a thread. */
export const listThreadAuthors = async (db: Queryable, threadId: string): Promise<string[]> => {
  const rows = await db.selectFrom('comments').select('authorId').distinct().where('threadId', '=', threadId).execute()
  return rows.flatMap(({ authorId }) => authorId ?? [])
}

/** Returns whether a comment that began a thread has replies. */
export const hasReplies = (db: Queryable, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('comments').select('id').where('threadId', '=', id).where('id', '!=', id).limit(1))

/** Lists the comments on single fields of a subject. */
export const listFieldComments = (db: Queryable, { kind, id }: Subject): Promise<{ id: string; path: string }[]> =>
  db
    .selectFrom('comments')
    .select(['id', 'path'])
    .where((eb) => eb(eb.ref(`comments.${SUBJECT_COLUMNS[kind]}`), '=', id))
    .where('path', '!=', '')
    .execute()

/** Returns whether a document or product has a draft beside its published version. */
export async function hasDraft(db: Queryable, { kind, id }: Subject): Promise<boolean> {
  const key = kind === 'product' ? (`product:${id}` as const) : DRAFT_KINDS.find((draftKind) => draftKind === id)
  return key !== undefined && hasRow(db.selectFrom('contentDrafts').select('kind').where('kind', '=', key))
}

export const insertComment = (db: Queryable, row: Insertable<CommentsTable>) =>
  db.insertInto('comments').values(row).execute()

export const updateComment = (db: Queryable, id: string, values: Updateable<CommentsTable>) =>
  db.updateTable('comments').set(values).where('id', '=', id).execute()

export const deleteComment = (db: Queryable, id: string) => db.deleteFrom('comments').where('id', '=', id).execute()

/** Returns a product that isn't in the recycle bin. */
export const findCommentedProduct = (db: Queryable, id: string) =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'catalogue'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Lists the names of users by their ids. */
export const listUserNames = async (db: Queryable, ids: readonly string[]) =>
  ids.length === 0 ? [] : db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
