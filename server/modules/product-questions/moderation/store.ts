import { sql } from 'kysely'
import type { PostCounts } from '#contracts/product-questions/post.ts'
import type { PostStatus } from '#contracts/product-questions/statuses.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isReported as isReportedText } from '#server/modules/abuse-reports/service.ts'
import { type AssigneeCondition, isAssignedTo } from '#server/modules/assignments/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import { contains, isAmong } from '#server/platform/database/text-indexes.ts'
import { type PostWithContext, selectPosts } from '../store.ts'

/** What is searched for: a product's name, and what only readers of contact data may search. */
type PostSearch = {
  /** The numbers of products whose names match. */
  products: readonly number[]
  /** Part of a text, or of an author's name or address, in lower case; `undefined` for users who may not see them. */
  words: string | undefined
}

export type PostFilter = {
  status: PostStatus | undefined
  search: PostSearch | undefined
  catalogue: Catalogue | undefined
  assignee: AssigneeCondition | undefined
  /** Selects only pending posts whose deadline was at or before this time. */
  dueUntil: string | undefined
  /** Selects only posts with open reports of members. */
  isReported: boolean
}

const lower = (column: string) => sql`lower(${sql.ref(column)})`
const SEARCHED_COLUMNS = ['productPosts.text', 'users.name', 'users.email'] as const

/** The condition that a post's product, text or author matches a search. */
function matches(db: Queryable, { products, words }: PostSearch) {
  const conditions = [isAmong(db, 'products.number', products)]
  if (words !== undefined) conditions.push(...SEARCHED_COLUMNS.map((column) => contains(lower(column), words)))
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** Selects the posts that match a filter, but those of products in the recycle bin. */
function filterPosts(db: Queryable, { status, search, catalogue, assignee, dueUntil, isReported }: PostFilter) {
  let query = selectPosts(db).where('products.deletedAt', 'is', null)
  if (status) query = query.where('productPosts.status', '=', status)
  if (search) query = query.where(matches(db, search))
  if (catalogue) query = query.where('products.catalogue', '=', catalogue)
  if (assignee) query = query.where(isAssignedTo('productPosts.assigneeId', assignee))
  if (isReported) query = query.where(isReportedText('post', 'productPosts.id'))
  if (dueUntil !== undefined)
    query = query.where('productPosts.status', '=', 'pending').where('productPosts.assignmentDueAt', '<=', dueUntil)
  return query
}

/** Counts the posts that match a filter, by status. */
export async function countPosts(db: Queryable, filter: PostFilter): Promise<PostCounts> {
  const rows = await filterPosts(db, filter)
    .clearSelect()
    .groupBy('productPosts.status')
    .select((eb) => ['productPosts.status', eb.fn.countAll<number>().as('count')])
    .execute()
  const counts: PostCounts = { pending: 0, published: 0, rejected: 0 }
  for (const { status, count } of rows) counts[status] = Number(count)
  return counts
}

/** Lists posts of a status, by when they were submitted. */
export const listPosts = (
  db: Queryable,
  filter: PostFilter & { status: PostStatus },
  { limit, offset, order }: RowRange & { order: 'asc' | 'desc' },
): Promise<PostWithContext[]> =>
  filterPosts(db, filter)
    .orderBy('productPosts.submittedAt', order)
    .orderBy('productPosts.id', order)
    .limit(limit)
    .offset(offset)
    .execute()

/** Lists the pending posts of an assignee, oldest first, up to a limit; none of recycled products. */
export const listAssignedPosts = (db: Queryable, assigneeId: string, limit: number): Promise<PostWithContext[]> =>
  selectPosts(db)
    .where('productPosts.assigneeId', '=', assigneeId)
    .where('productPosts.status', '=', 'pending')
    .where('products.deletedAt', 'is', null)
    .orderBy('productPosts.submittedAt')
    .orderBy('productPosts.id')
    .limit(limit)
    .execute()
