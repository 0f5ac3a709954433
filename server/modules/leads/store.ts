import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { LeadKind, LeadStatus } from '#contracts/vocabulary.ts'
import type { DatabaseKind, Queryable } from '#server/platform/database/database.ts'
import { isAmong, type NumberSet, toNumberSet } from '#server/platform/database/number-set.ts'
import type { LeadsTable } from '#server/platform/database/tables/requests.ts'
import {
  findNextOrdinal,
  indexText,
  listContaining,
  reindexText,
  TEXT_INDEXES,
} from '#server/platform/database/text-indexes.ts'

/** A lead with the name of its owner, if that account still exists. */
export type LeadRow = Selectable<LeadsTable> & { ownerName: string | null }

export type LeadFilterValues = {
  kind: LeadKind | undefined
  status: LeadStatus | undefined
  /** An owner's id; `null` for leads without an owner, `undefined` for any. */
  ownerId: string | null | undefined
  /** Only leads that are still `new` and were created at or before this time. */
  uncontactedSince: string | undefined
  /** The ordinals of the leads that match a search; `undefined` without a search. */
  matches: NumberSet | undefined
}

/** The change feed's topic for the leads. */
export const LEADS_TOPIC = 'leads'

/** Adds a lead with the next ordinal, and indexes its search texts. The caller must have locked `LEADS_TOPIC`. */
export async function insertLead(db: Queryable, row: Omit<Insertable<LeadsTable>, 'ordinal'>): Promise<void> {
  const ordinal = await findNextOrdinal(db, 'leads')
  await db
    .insertInto('leads')
    .values({ ...row, ordinal })
    .execute()
  await indexText(db, TEXT_INDEXES.leads, ordinal, row.searchText)
  await indexText(db, TEXT_INDEXES.openLeads, ordinal, row.searchOpen)
}

export const findLead = (db: Queryable, id: string): Promise<LeadRow | undefined> =>
  db
    .selectFrom('leads')
    .leftJoin('users', 'users.id', 'leads.ownerId')
    .selectAll('leads')
    .select('users.name as ownerName')
    .where('leads.id', '=', id)
    .executeTakeFirst()

/** Updates a lead if it still has the given version. Returns `false` if it has changed since. */
export const updateLead = async (
  db: Queryable,
  { id, version }: { id: string; version: number },
  values: Omit<Updateable<LeadsTable>, 'searchOpen' | 'ordinal'>,
): Promise<boolean> => {
  const updated = await db
    .updateTable('leads')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('ordinal')
    .executeTakeFirst()
  if (updated && values.searchText !== undefined)
    await reindexText(db, TEXT_INDEXES.leads, updated.ordinal, values.searchText)
  return updated !== undefined
}

/** Lists the ordinals of the leads that match any of the patterns in the texts that this reader may search. */
export const listLeadNumbers = async (
  db: Queryable,
  kind: DatabaseKind,
  { patterns, canSeeContacts }: { patterns: readonly string[]; canSeeContacts: boolean },
): Promise<NumberSet> => {
  const index = canSeeContacts ? TEXT_INDEXES.leads : TEXT_INDEXES.openLeads
  return toNumberSet([await listContaining(db, kind, index, patterns)])
}

function filterLeads(db: Queryable, databaseKind: DatabaseKind, filterValues: LeadFilterValues) {
  const { kind, status, ownerId, uncontactedSince, matches } = filterValues
  let query = db.selectFrom('leads')
  if (kind) query = query.where('leads.kind', '=', kind)
  if (status) query = query.where('leads.status', '=', status)
  if (ownerId === null) query = query.where('leads.ownerId', 'is', null)
  if (typeof ownerId === 'string') query = query.where('leads.ownerId', '=', ownerId)
  if (uncontactedSince) query = query.where('leads.status', '=', 'new').where('leads.createdAt', '<=', uncontactedSince)
  return matches ? query.where(isAmong(databaseKind, 'leads.ordinal', matches)) : query
}

/** Lists leads, newest first. The page's ids are read from an index alone, then only its rows. */
async function listPage(
  db: Queryable,
  query: ReturnType<typeof filterLeads>,
  { limit, offset }: { limit: number; offset: number },
): Promise<LeadRow[]> {
  const idRows = await query
    .select('leads.id')
    .orderBy('leads.createdAt', 'desc')
    .orderBy('leads.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  if (idRows.length === 0) return []
  const ids = idRows.map(({ id }) => id)
  return db
    .selectFrom('leads')
    .leftJoin('users', 'users.id', 'leads.ownerId')
    .selectAll('leads')
    .select('users.name as ownerName')
    .where('leads.id', 'in', ids)
    .orderBy('leads.createdAt', 'desc')
    .orderBy('leads.id', 'desc')
    .execute()
}

/** Lists a page of leads, newest first. */
export const listLeads = (
  db: Queryable,
  kind: DatabaseKind,
  filterValues: LeadFilterValues,
  page: { limit: number; offset: number },
): Promise<LeadRow[]> => listPage(db, filterLeads(db, kind, filterValues), page)

/** Lists up to `limit` leads, newest first, starting after a given lead. */
export function listLeadsAfter(
  db: Queryable,
  kind: DatabaseKind,
  filterValues: LeadFilterValues,
  { after, limit }: { after: Pick<LeadRow, 'createdAt' | 'id'> | undefined; limit: number },
): Promise<LeadRow[]> {
  let query = filterLeads(db, kind, filterValues)
  if (after) query = query.where(sql<boolean>`(leads.created_at, leads.id) < (${after.createdAt}, ${after.id})`)
  return listPage(db, query, { limit, offset: 0 })
}

export const countLeads = async (
  db: Queryable,
  kind: DatabaseKind,
  filterValues: LeadFilterValues,
): Promise<number> => {
  const row = await filterLeads(db, kind, filterValues)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Counts leads by status; statuses without leads are omitted. */
export const countLeadsByStatus = (db: Queryable, kind: DatabaseKind, filterValues: LeadFilterValues) =>
  filterLeads(db, kind, filterValues)
    .groupBy('leads.status')
    .select((eb) => ['leads.status', eb.fn.countAll<number>().as('count')])
    .execute()
