import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { LeadKind, LeadStatus, SortOrder } from '#contracts/vocabulary.ts'
import { type AssigneeCondition, isAssignedTo } from '#server/modules/assignments/service.ts'
import type { ChangeRange } from '#server/platform/change-cursor.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { LeadsTable } from '#server/platform/database/tables/requests.ts'
import {
  getNextOrdinal,
  indexTexts,
  isAmong,
  listContaining,
  reindexText,
  TEXT_INDEXES,
} from '#server/platform/database/text-indexes.ts'
import type { SaveStamp } from '#server/platform/save-stamp.ts'

/** A lead with the name of its owner, if that account still exists. */
export type LeadRow = Selectable<LeadsTable> & { ownerName: string | null }

export type LeadFilterValues = {
  kind: LeadKind | undefined
  status: LeadStatus | undefined
  /** Selects by owner; `undefined` for any. */
  owner: AssigneeCondition | undefined
  /** Selects only late leads: still `new` though created until `createdUntil`, or open though due until `dueUntil`. */
  late: { createdUntil: string; dueUntil: string } | undefined
  /** The leads that match a search, by their ordinals; `undefined` without a search. */
  matches: readonly number[] | undefined
}

/** Locked while a lead is inserted, so that concurrent inserts get different ordinals. */
const LEADS_LOCK = 'leads'

/** Adds a lead with the next ordinal, and indexes its search texts. */
export async function insertLead(
  transaction: Transaction,
  row: Omit<Insertable<LeadsTable>, 'ordinal'>,
): Promise<void> {
  const db: Queryable = transaction.db
  await transaction.lockName(LEADS_LOCK)
  const ordinal = await getNextOrdinal(db, 'leads')
  await db
    .insertInto('leads')
    .values({ ...row, ordinal })
    .execute()
  await indexTexts(db, TEXT_INDEXES.leads, [{ ordinal, text: row.searchText }])
  await indexTexts(db, TEXT_INDEXES.leadsWithoutContacts, [{ ordinal, text: row.searchTextWithoutContacts }])
}

const selectLeadsWithOwners = (db: Queryable) =>
  db
    .selectFrom('leads')
    .leftJoin('users', 'users.id', 'leads.ownerId')
    .selectAll('leads')
    .select('users.name as ownerName')

export type NewLeadRow = Pick<LeadRow, 'id' | 'kind' | 'companyName' | 'createdAt'>

/** Lists the leads that were created within a time and haven't been contacted, oldest first. */
export const listNewLeads = (
  db: Queryable,
  { after, until }: { after: string; until: string },
): Promise<NewLeadRow[]> =>
  db
    .selectFrom('leads')
    .select(['id', 'kind', 'companyName', 'createdAt'])
    .where('status', '=', 'new')
    .where('createdAt', '>', after)
    .where('createdAt', '<=', until)
    .orderBy('createdAt')
    .execute()

export const findLead = (db: Queryable, id: string): Promise<LeadRow | undefined> =>
  selectLeadsWithOwners(db).where('leads.id', '=', id).executeTakeFirst()

/**
 * Updates a lead if it has the given version. Returns `false` if it has another version or doesn't exist. Company and
 * product never change, so the texts without contact data needn't be indexed again.
 */
export const updateLead = async (
  db: Queryable,
  { id, version }: { id: string; version: number },
  values: Omit<Updateable<LeadsTable>, 'searchTextWithoutContacts' | 'ordinal'> & SaveStamp,
): Promise<boolean> => {
  const updated = await db
    .updateTable('leads')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('ordinal')
    .executeTakeFirst()
  if (updated && values.searchText !== undefined)
    await reindexText(db, TEXT_INDEXES.leads, { ordinal: updated.ordinal, text: values.searchText })
  return updated !== undefined
}

/** Lists the leads that match any of the patterns; contact data is searched only with permission. */
export const listMatches = async (
  db: Queryable,
  { patterns, canReadContacts }: { patterns: readonly string[]; canReadContacts: boolean },
): Promise<number[]> => {
  const index = canReadContacts ? TEXT_INDEXES.leads : TEXT_INDEXES.leadsWithoutContacts
  return listContaining(db, index, patterns)
}

/** The statuses of leads that are to be followed up. */
const OPEN_STATUSES: readonly LeadStatus[] = ['new', 'contacted']

/** Returns whether a lead is to be followed up. */
export const isOpenLead = ({ status }: Pick<LeadRow, 'status'>): boolean => OPEN_STATUSES.includes(status)

/** Lists the leads that an owner has to follow up, oldest first, up to a limit. */
export const listOpenLeads = (db: Queryable, ownerId: string, limit: number): Promise<LeadRow[]> =>
  selectLeadsWithOwners(db)
    .where('leads.ownerId', '=', ownerId)
    .where('leads.status', 'in', OPEN_STATUSES)
    .orderBy('leads.createdAt')
    .orderBy('leads.id')
    .limit(limit)
    .execute()

/** Whether a lead is to be followed up, as an expression instead of the column, whose index would be sorted for a list. */
const IS_OPEN_IN_ORDER = sql<boolean>`leads.status || '' in ('new', 'contacted')`

function filterLeads(db: Queryable, filter: LeadFilterValues, { isOrdered = false } = {}) {
  const { kind, status, owner, late, matches } = filter
  let query = db.selectFrom('leads')
  if (kind) query = query.where('leads.kind', '=', kind)
  if (status) query = query.where('leads.status', '=', status)
  if (owner) query = query.where(isAssignedTo('leads.ownerId', owner))
  if (late)
    query = query
      .where((eb) => (isOrdered ? IS_OPEN_IN_ORDER : eb('leads.status', 'in', OPEN_STATUSES)))
      .where((eb) =>
        eb.or([
          eb('leads.assignmentDueAt', '<=', late.dueUntil),
          eb.and([eb('leads.status', '=', 'new'), eb('leads.createdAt', '<=', late.createdUntil)]),
        ]),
      )
  if (matches) query = query.where(isAmong(db, 'leads.ordinal', matches))
  return query
}

const ORDERS = {
  desc: sql`leads.created_at desc, leads.id desc`,
  asc: sql`leads.created_at, leads.id`,
} as const satisfies Record<SortOrder, unknown>
type LeadRange = RowRange & { order: SortOrder }

/** The condition for the leads that follow another one, newest first. */
const isAfter = ({ createdAt, id }: Pick<LeadRow, 'createdAt' | 'id'>) =>
  sql<boolean>`(leads.created_at, leads.id) < (${createdAt}, ${id})`

/** Lists a page of leads: reads its ids from an index, then loads only those rows. */
async function listPage(
  db: Queryable,
  query: ReturnType<typeof filterLeads>,
  { limit, offset, order }: LeadRange,
): Promise<LeadRow[]> {
  const idRows = await query.select('leads.id').orderBy(ORDERS[order]).limit(limit).offset(offset).execute()
  if (idRows.length === 0) return []
  const ids = idRows.map(({ id }) => id)
  return selectLeadsWithOwners(db).where('leads.id', 'in', ids).orderBy(ORDERS[order]).execute()
}

/** Lists a page of leads by time. */
export const listLeads = (db: Queryable, filter: LeadFilterValues, page: LeadRange): Promise<LeadRow[]> =>
  listPage(db, filterLeads(db, filter, { isOrdered: true }), page)

/** Lists up to `limit` leads, newest first, starting after a given lead. */
export function listLeadsAfter(
  db: Queryable,
  filter: LeadFilterValues,
  { after, limit }: { after: Pick<LeadRow, 'createdAt' | 'id'> | undefined; limit: number },
): Promise<LeadRow[]> {
  let query = filterLeads(db, filter, { isOrdered: true })
  if (after) query = query.where(isAfter(after))
  return listPage(db, query, { limit, offset: 0, order: 'desc' })
}

/** Lists leads by their last change, oldest change first. */
export const listChangedLeads = (db: Queryable, { after, until, limit }: ChangeRange): Promise<LeadRow[]> =>
  selectLeadsWithOwners(db)
    .where(sql<boolean>`(leads.updated_at, leads.id) > (${after.updatedAt}, ${after.id})`)
    .where('leads.updatedAt', '<=', until)
    .orderBy('leads.updatedAt')
    .orderBy('leads.id')
    .limit(limit)
    .execute()

export const countLeads = (db: Queryable, filter: LeadFilterValues): Promise<number> =>
  countRows(filterLeads(db, filter))

/** Returns the number of matching leads by status. */
export async function countLeadsByStatus(db: Queryable, filter: LeadFilterValues): Promise<Record<LeadStatus, number>> {
  const rows = await filterLeads(db, filter)
    .groupBy('leads.status')
    .select((eb) => ['leads.status', eb.fn.countAll<number>().as('count')])
    .execute()
  const counts: Record<LeadStatus, number> = { new: 0, contacted: 0, completed: 0, invalid: 0 }
  for (const { status, count } of rows) counts[status] = Number(count)
  return counts
}
