import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { FactGrade } from '#contracts/facts/vocabulary.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { type AssigneeCondition, isAssignedTo } from '#server/modules/assignments/service.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Filter = {
  catalogue?: Catalogue | undefined
  product?: string | undefined
  attribute?: string | undefined
}

/** Facts that are stale on a day, of active attributes and of products outside the recycle bin. */
type StaleFilter = Filter & {
  today: string
  grade?: FactGrade | undefined
  assignee?: AssigneeCondition | undefined
  /** Selects only facts whose deadline was at or before this time. */
  dueUntil?: string | undefined
  order: 'age' | 'views'
}

/** The cross join makes SQLite start from the products in order of their views, instead of sorting all stale facts. */
const selectJoinedFacts = (db: Queryable, order: StaleFilter['order']) =>
  order === 'views'
    ? db.selectFrom('products').crossJoin('facts').whereRef('products.id', '=', 'facts.productId')
    : db.selectFrom('facts').innerJoin('products', 'products.id', 'facts.productId')

function selectStaleFacts(db: Queryable, filter: StaleFilter) {
  const { today, catalogue, product, attribute, grade, assignee, dueUntil, order } = filter
  let query = selectJoinedFacts(db, order)
    .innerJoin('attributes', 'attributes.key', 'facts.attribute')
    .where('facts.staleOn', '<=', today)
    .where('products.deletedAt', 'is', null)
    .where('attributes.isActive', '=', true)
  if (catalogue !== undefined) query = query.where('products.catalogue', '=', catalogue)
  if (product !== undefined) query = query.where('facts.productId', '=', product)
  if (attribute !== undefined) query = query.where('facts.attribute', '=', attribute)
  if (grade !== undefined) query = query.where('facts.grade', '=', grade)
  if (assignee !== undefined) query = query.where(isAssignedTo('facts.assigneeId', assignee))
  if (dueUntil !== undefined) query = query.where('facts.assignmentDueAt', '<=', dueUntil)
  return query
}

/** Lists stale facts in the filter's order, with their products. */
export const listStaleFacts = (db: Queryable, filter: StaleFilter, { limit, offset }: RowRange) =>
  selectStaleFacts(db, filter)
    .selectAll('facts')
    .select(['products.name as productName', 'products.catalogue', 'products.views'])
    .$if(filter.order === 'views', (query) => query.orderBy('products.views', 'desc').orderBy('products.id', 'desc'))
    .orderBy('facts.staleOn')
    .orderBy('facts.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts stale facts, up to a limit. */
export const countStaleFacts = (db: Queryable, filter: StaleFilter, limit: number): Promise<number> =>
  countRows(
    db.selectFrom(
      selectStaleFacts(db, { ...filter, order: 'age' })
        .select('facts.id')
        .limit(limit)
        .as('stale'),
    ),
  )

/** Returns a fact with its product, unless that is in the recycle bin. */
export const findFactOfProduct = (db: Queryable, id: string) =>
  db
    .selectFrom('facts')
    .innerJoin('products', 'products.id', 'facts.productId')
    .selectAll('facts')
    .select(['products.name as productName', 'products.catalogue'])
    .where('facts.id', '=', id)
    .where('products.deletedAt', 'is', null)
    .executeTakeFirst()

/** Returns whether a fact became stale on a day. */
export const hasFactBecomeStale = (db: Queryable, day: string): Promise<boolean> =>
  hasRow(db.selectFrom('facts').select('id').where('staleOn', '=', day).limit(1))

/** Lists the most viewed active products. */
export const listMostViewedProducts = (db: Queryable, catalogue: Catalogue, limit: number) =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'catalogue', 'category', 'views'])
    .where('catalogue', '=', catalogue)
    .where('deletedAt', 'is', null)
    .where('isActive', '=', true)
    .orderBy('views', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Lists the known attributes of products. */
export const listKnownAttributes = (db: Queryable, productIds: readonly string[]) =>
  db.selectFrom('facts').select(['productId', 'attribute']).distinct().where('productId', 'in', productIds).execute()

/**
 * The attributes that a catalogue's products are required to have, in certain categories or in all but certain ones.
 * `optional` lists all other attributes, because they are fewer than the required ones, and excluding them needs one
 * read per product instead of one per attribute.
 */
export type Requirement = {
  catalogue: Catalogue
  categories: { in: readonly string[] } | { notIn: readonly string[] }
  count: number
  optional: readonly string[]
}

function isIncomplete(
  eb: ExpressionBuilder<Tables, 'products'>,
  { catalogue, categories, count, optional }: Requirement,
) {
  const conditions: Expression<SqlBool>[] = [
    eb('products.catalogue', '=', catalogue),
    eb(
      eb
        .selectFrom('facts')
        .select((inner) => inner.fn.count<number>('facts.attribute').distinct().as('count'))
        .whereRef('facts.productId', '=', 'products.id')
        .$if(optional.length > 0, (query) => query.where('facts.attribute', 'not in', optional)),
      '<',
      count,
    ),
  ]
  if ('in' in categories) conditions.push(eb('products.category', 'in', categories.in))
  else if (categories.notIn.length > 0) conditions.push(eb('products.category', 'not in', categories.notIn))
  return eb.and(conditions)
}

type IncompleteFilter = { product?: string | undefined; requirements: readonly Requirement[] }

/** Active products that lack attributes of a requirement that applies to them. */
function selectIncompleteProducts(db: Queryable, { product, requirements }: IncompleteFilter) {
  const query = db
    .selectFrom('products')
    .where('deletedAt', 'is', null)
    .where('isActive', '=', true)
    .where((eb) => eb.or(requirements.map((requirement) => isIncomplete(eb, requirement))))
  return product === undefined ? query : query.where('products.id', '=', product)
}

/** Lists incomplete products, most viewed first. */
export const listIncompleteProducts = (db: Queryable, filter: IncompleteFilter, { limit, offset }: RowRange) =>
  selectIncompleteProducts(db, filter)
    .select(['id', 'name', 'catalogue', 'category', 'views'])
    .orderBy('views', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts incomplete products, up to a limit. */
export const countIncompleteProducts = (db: Queryable, filter: IncompleteFilter, limit: number): Promise<number> =>
  countRows(db.selectFrom(selectIncompleteProducts(db, filter).select('id').limit(limit).as('incomplete')))

type DisputeFilter = Filter & { grade?: FactGrade | undefined }

/** Attributes on which sources disagree, of products outside the recycle bin. */
function selectDisputes(db: Queryable, { catalogue, product, attribute, grade }: DisputeFilter) {
  let query = db
    .selectFrom('factDisputes')
    .innerJoin('products', 'products.id', 'factDisputes.productId')
    .innerJoin('attributes', 'attributes.key', 'factDisputes.attribute')
    .where('products.deletedAt', 'is', null)
    .where('attributes.isActive', '=', true)
  if (catalogue !== undefined) query = query.where('products.catalogue', '=', catalogue)
  if (product !== undefined) query = query.where('factDisputes.productId', '=', product)
  if (attribute !== undefined) query = query.where('factDisputes.attribute', '=', attribute)
  if (grade !== undefined) query = query.where((eb) => eb.exists(selectDisputedFacts(eb, grade)))
  return query
}

/** Selects the facts of a grade of a disputed attribute. */
const selectDisputedFacts = (eb: ExpressionBuilder<Tables, 'factDisputes'>, grade: FactGrade) =>
  eb
    .selectFrom('facts')
    .select('facts.id')
    .whereRef('facts.productId', '=', 'factDisputes.productId')
    .whereRef('facts.attribute', '=', 'factDisputes.attribute')
    .where('facts.grade', '=', grade)

/** Lists disputed attributes, those of the most viewed products first. */
export const listDisputes = (db: Queryable, filter: DisputeFilter, { limit, offset }: RowRange) =>
  selectDisputes(db, filter)
    .select(['factDisputes.attribute', 'products.id', 'products.name', 'products.catalogue', 'products.views'])
    .orderBy('products.views', 'desc')
    .orderBy('products.id', 'desc')
    .orderBy('attributes.position')
    .limit(limit)
    .offset(offset)
    .execute()

/** Counts disputed attributes, up to a limit. */
export const countDisputes = (db: Queryable, filter: DisputeFilter, limit: number): Promise<number> =>
  countRows(db.selectFrom(selectDisputes(db, filter).select('factDisputes.attribute').limit(limit).as('disputed')))

/** Returns the disputed attributes of products, as `<product> <attribute>`. */
export async function listDisputedAttributes(
  db: Queryable,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (productIds.length === 0) return new Set()
  const rows = await db.selectFrom('factDisputes').selectAll().where('productId', 'in', productIds).execute()
  return new Set(rows.map(({ productId, attribute }) => `${productId} ${attribute}`))
}
