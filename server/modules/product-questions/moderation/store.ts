import { type RawBuilder, sql } from 'kysely'
import type { PostCounts } from '#contracts/product-questions/post.ts'
import type { PostStatus } from '#contracts/product-questions/statuses.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isReported as isReportedText } from '#server/modules/abuse-reports/service.ts'
import { type AssigneeCondition, isAssignedTo } from '#server/modules/assignments/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import {
  contains,
  isAmong,
  listContaining,
  listOrdinals,
  TEXT_INDEXES,
} from '#server/platform/database/text-indexes.ts'
import { type PostWithContext, selectPosts } from '../store.ts'

/** Search conditions: text, product name, author. An empty list matches nothing. */
type PostSearch = {
  /** Patterns for texts, from `buildSearchPatterns`. */
  patterns: readonly string[]
  /** The numbers of products whose names match. */
  products: readonly number[]
  /** Part of an author's name or email address, in lower case; `undefined` for users who may not see them. */
  author: string | undefined
}

export type PostFilter = {
  status: PostStatus | undefined
  /** The posts that match a search, by their ordinals; `undefined` without a search. */
  matches: readonly number[] | undefined
  catalogue: Catalogue | undefined
  assignee: AssigneeCondition | undefined
  /** Selects only pending posts whose deadline was at or before this time. */
  dueUntil: string | undefined
  /** Selects only posts with open reports of members. */
  isReported: boolean
}

const lower = (column: string) => sql`lower(${sql.ref(column)})`

/** Lists the matching posts, by one index per condition. */
export async function listMatches(db: Queryable, { patterns, products, author }: PostSearch): Promise<number[]> {
  const listBy = (condition: RawBuilder<boolean>) => listOrdinals(db, 'product_posts', condition)
  const lists: Promise<number[]>[] = []
  if (patterns.length > 0) lists.push(listContaining(db, TEXT_INDEXES.productPosts, patterns))
  if (products.length > 0)
    lists.push(listBy(sql`product_id in (select id from products where ${isAmong(db, 'number', products)})`))
  if (author !== undefined)
    lists.push(
      listBy(sql`user_id in (select id from users
        where ${contains(lower('name'), author)} or ${contains(lower('email'), author)})`),
    )
  return [...new Set((await Promise.all(lists)).flat())]
}

/** Selects the posts that match a filter, but those of products in the recycle bin. */
function filterPosts(db: Queryable, { status, matches, catalogue, assignee, dueUntil, isReported }: PostFilter) {
  let query = selectPosts(db).where('products.deletedAt', 'is', null)
  if (status) query = query.where('productPosts.status', '=', status)
  if (matches) query = query.where(isAmong(db, 'productPosts.ordinal', matches))
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
