import { sql } from 'kysely'
import type { SortOrder, SubmissionCategory, SubmissionStatus } from '#contracts/vocabulary.ts'
import type { SubmissionRow } from '#server/modules/submissions/service.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { containsAnyOf, TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'

type Kind = Database['kind']

/** `undefined` filters nothing. */
export type Filter = {
  /** Holds one of the patterns, in what this reader may search. */
  search: { patterns: readonly string[]; canSeeContacts: boolean } | undefined
  category: SubmissionCategory | undefined
  status: SubmissionStatus | undefined
}

const matchesSearch = (kind: Kind, { patterns, canSeeContacts }: NonNullable<Filter['search']>) =>
  containsAnyOf(kind, canSeeContacts ? TEXT_INDEXES.submissions : TEXT_INDEXES.openSubmissions, patterns)

function filterSubmissions(db: Queryable, kind: Kind, { search, category, status }: Filter) {
  let query = db.selectFrom('submissions').where('deletedAt', 'is', null)
  if (search) query = query.where(matchesSearch(kind, search))
  if (category) query = query.where('category', '=', category)
  return status ? query.where('status', '=', status) : query
}

/** Lists in the order of coming in. The numbers of a page are found in an index alone; only its rows are then read. */
export async function listSubmissions(
  db: Queryable,
  kind: Kind,
  filter: Filter,
  page: { limit: number; offset: number; order: SortOrder },
): Promise<SubmissionRow[]> {
  const rows = await filterSubmissions(db, kind, filter)
    .select('ordinal')
    .orderBy('ordinal', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return listByOrdinals(
    db,
    rows.map(({ ordinal }) => ordinal),
    page.order,
  )
}

/** Lists up to `limit` submissions, the newest first, that came before a given one. */
export async function listSubmissionsBefore(
  db: Queryable,
  kind: Kind,
  filter: Filter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<SubmissionRow[]> {
  let query = filterSubmissions(db, kind, filter)
  if (before !== undefined) query = query.where('ordinal', '<', before)
  const rows = await query.select('ordinal').orderBy('ordinal', 'desc').limit(limit).execute()
  return listByOrdinals(
    db,
    rows.map(({ ordinal }) => ordinal),
    'desc',
  )
}

const listByOrdinals = async (
  db: Queryable,
  ordinals: readonly number[],
  order: SortOrder,
): Promise<SubmissionRow[]> =>
  ordinals.length === 0
    ? []
    : db.selectFrom('submissions').selectAll().where('ordinal', 'in', ordinals).orderBy('ordinal', order).execute()

/** Lists what submissions are told apart by, the newest first, that came before a given one. */
export function listIdentitiesBefore(db: Queryable, before: number | undefined, limit: number) {
  let query = db.selectFrom('submissions').where('deletedAt', 'is', null)
  if (before !== undefined) query = query.where('ordinal', '<', before)
  return query
    .select(['id', 'ordinal', 'productName', 'companyName', 'status', 'createdAt'])
    .orderBy('ordinal', 'desc')
    .limit(limit)
    .execute()
}

/** Returns how many there are of each status, whatever status the filter names. */
export const countByStatus = (db: Queryable, kind: Kind, filter: Filter) =>
  filterSubmissions(db, kind, { ...filter, status: undefined })
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute()

/** Returns how many a filter leaves. */
export const countSubmissions = async (db: Queryable, kind: Kind, filter: Filter): Promise<number> => {
  const row = await filterSubmissions(db, kind, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
