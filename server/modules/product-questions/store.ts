import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { ProductPostsTable } from '#server/platform/database/tables/product-questions.ts'
import { getNextOrdinal, indexTexts, reindexText, TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'
import { buildSearchLines } from '#server/platform/search-text/search-lines.ts'

/** The lock that every change of a post takes, so that changes are serialized. */
export const POSTS_LOCK = 'product-posts'

export type PostRow = Selectable<ProductPostsTable>
/** A post with its product, its question, and its author, who may have deleted their account. */
export type PostWithContext = PostRow & {
  catalogue: Catalogue
  productName: string
  isProductActive: boolean
  productDeletedAt: string | null
  questionText: string | null
  askerId: string | null
  authorName: string | null
  authorEmail: string | null
}

export const selectPosts = (db: Queryable) =>
  db
    .selectFrom('productPosts')
    .innerJoin('products', 'products.id', 'productPosts.productId')
    .leftJoin('productPosts as question', 'question.id', 'productPosts.questionId')
    .leftJoin('users', 'users.id', 'productPosts.userId')
    .selectAll('productPosts')
    .select([
      'products.catalogue',
      'products.name as productName',
      'products.isActive as isProductActive',
      'products.deletedAt as productDeletedAt',
      'question.text as questionText',
      'question.userId as askerId',
      'users.name as authorName',
      'users.email as authorEmail',
    ])

export const findPost = (db: Queryable, id: string): Promise<PostWithContext | undefined> =>
  selectPosts(db).where('productPosts.id', '=', id).executeTakeFirst()

/** Inserts a post with its search text. The caller must have taken `POSTS_LOCK`. */
export async function insertPost(
  db: Queryable,
  row: Omit<Insertable<ProductPostsTable>, 'ordinal' | 'searchText'>,
): Promise<void> {
  const ordinal = await getNextOrdinal(db, 'product_posts')
  const searchText = buildSearchLines([row.text])
  await db
    .insertInto('productPosts')
    .values({ ...row, ordinal, searchText })
    .execute()
  await indexTexts(db, TEXT_INDEXES.productPosts, [{ ordinal, text: searchText }])
}

/** Updates a post, whose version is incremented, and its search text. */
export async function updatePost(
  db: Queryable,
  id: string,
  values: Omit<Updateable<ProductPostsTable>, 'id' | 'version' | 'ordinal' | 'searchText'>,
): Promise<void> {
  const searchText = values.text === undefined ? undefined : buildSearchLines([values.text])
  const { ordinal } = await db
    .updateTable('productPosts')
    .set((eb) => ({ ...values, searchText, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('ordinal')
    .executeTakeFirstOrThrow()
  if (searchText !== undefined) await reindexText(db, TEXT_INDEXES.productPosts, { ordinal, text: searchText })
}

export const deletePost = (db: Queryable, id: string) => db.deleteFrom('productPosts').where('id', '=', id).execute()

const selectShownQuestions = (db: Queryable, productId: string) =>
  db
    .selectFrom('productPosts')
    .where('productId', '=', productId)
    .where('status', '=', 'published')
    .where('questionId', 'is', null)

/** Lists the published questions about a product, newest first. */
export const listShownQuestions = (db: Queryable, productId: string, page: RowRange): Promise<PostRow[]> =>
  selectShownQuestions(db, productId)
    .selectAll()
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countShownQuestions = (db: Queryable, productId: string): Promise<number> =>
  countRows(selectShownQuestions(db, productId))

/** Lists the published answers to questions, those of the vendor first. */
export const listShownAnswers = (db: Queryable, questionIds: readonly string[]): Promise<PostRow[]> =>
  questionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('productPosts')
        .selectAll()
        .where('questionId', 'in', questionIds)
        .where('status', '=', 'published')
        .orderBy('isVendor', 'desc')
        .orderBy('publishedAt')
        .orderBy('id')
        .execute()

/** Counts the answers to a question by others than its author. */
export const countAnswersOfOthers = (db: Queryable, questionId: string, userId: string): Promise<number> =>
  countRows(
    db
      .selectFrom('productPosts')
      .where('questionId', '=', questionId)
      .where((eb) => eb.or([eb('userId', 'is', null), eb('userId', '!=', userId)])),
  )

/** Lists a member's own posts, newest first. */
export const listPostsByAuthor = (db: Queryable, userId: string): Promise<PostWithContext[]> =>
  selectPosts(db)
    .where('productPosts.userId', '=', userId)
    .orderBy('productPosts.submittedAt', 'desc')
    .orderBy('productPosts.id')
    .execute()

/** Assigns a post, which leaves its version. */
export async function assignPost(
  db: Queryable,
  id: string,
  { assigneeId, assignmentDueAt }: Pick<PostRow, 'assigneeId' | 'assignmentDueAt'>,
): Promise<void> {
  await db.updateTable('productPosts').set({ assigneeId, assignmentDueAt }).where('id', '=', id).execute()
}
