import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { LeadKind, LeadStatus } from '#contracts/vocabulary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { LeadsTable } from '#server/platform/database/tables/requests.ts'
import { contains } from '#server/platform/database/text-search.ts'

/** A lead with the name of its owner, if that account is still there. */
export type LeadRow = Selectable<LeadsTable> & { ownerName: string | null }

export type LeadConditions = {
  kind: LeadKind | undefined
  status: LeadStatus | undefined
  /** An owner's id; `null` for leads without an owner. */
  ownerId: string | null | undefined
  /** Only new leads created at or before this time. */
  uncontactedBefore: string | undefined
  search:
    | {
        /** In lower case. */
        input: string
        /** From `buildSearchPatterns`; one that matches is enough. */
        patterns: readonly string[]
        /** Whether contacts, requirements and notes are searched, too. */
        canSeeContacts: boolean
      }
    | undefined
}

export const insertLead = (db: Queryable, row: Insertable<LeadsTable>) => db.insertInto('leads').values(row).execute()

export const findLead = (db: Queryable, id: string): Promise<LeadRow | undefined> =>
  db
    .selectFrom('leads')
    .leftJoin('users', 'users.id', 'leads.ownerId')
    .selectAll('leads')
    .select('users.name as ownerName')
    .where('leads.id', '=', id)
    .executeTakeFirst()

/** Updates a lead if it still has the given version. Returns whether it did. */
export const updateLead = async (
  db: Queryable,
  { id, version }: { id: string; version: number },
  values: Updateable<LeadsTable>,
): Promise<boolean> => {
  const updated = await db
    .updateTable('leads')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

type SearchColumn = 'searchOpen' | 'searchContact' | 'requirements' | 'notes'

const containsPart = (column: SearchColumn, part: string) => contains(sql`lower(${sql.ref(`leads.${column}`)})`, part)

function matchesSearch({ input, patterns, canSeeContacts }: NonNullable<LeadConditions['search']>) {
  const nameMatches = patterns.flatMap((part) =>
    (canSeeContacts ? (['searchOpen', 'searchContact'] as const) : (['searchOpen'] as const)).map((column) =>
      containsPart(column, part),
    ),
  )
  const textMatches = canSeeContacts ? [containsPart('requirements', input), containsPart('notes', input)] : []
  return sql<boolean>`(${sql.join([...nameMatches, ...textMatches], sql` or `)})`
}

function filterLeads(db: Queryable, { kind, status, ownerId, uncontactedBefore, search }: LeadConditions) {
  let query = db.selectFrom('leads')
  if (kind) query = query.where('leads.kind', '=', kind)
  if (status) query = query.where('leads.status', '=', status)
  if (ownerId === null) query = query.where('leads.ownerId', 'is', null)
  if (typeof ownerId === 'string') query = query.where('leads.ownerId', '=', ownerId)
  if (uncontactedBefore)
    query = query.where('leads.status', '=', 'new').where('leads.createdAt', '<=', uncontactedBefore)
  return search ? query.where(matchesSearch(search)) : query
}

const selectNewestFirst = (query: ReturnType<typeof filterLeads>) =>
  query
    .leftJoin('users', 'users.id', 'leads.ownerId')
    .selectAll('leads')
    .select('users.name as ownerName')
    .orderBy('leads.createdAt', 'desc')
    .orderBy('leads.id', 'desc')

/** Lists a page of leads, the newest first. */
export const listLeads = (
  db: Queryable,
  conditions: LeadConditions,
  page: { limit: number; offset: number },
): Promise<LeadRow[]> => selectNewestFirst(filterLeads(db, conditions)).limit(page.limit).offset(page.offset).execute()

/** Lists up to `limit` leads, the newest first, starting after a given lead. */
export function listLeadsAfter(
  db: Queryable,
  conditions: LeadConditions,
  after: Pick<LeadRow, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<LeadRow[]> {
  let query = filterLeads(db, conditions)
  if (after) query = query.where(sql<boolean>`(leads.created_at, leads.id) < (${after.createdAt}, ${after.id})`)
  return selectNewestFirst(query).limit(limit).execute()
}

export const countLeads = async (db: Queryable, conditions: LeadConditions): Promise<number> => {
  const row = await filterLeads(db, conditions)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Counts leads by status; statuses without leads are omitted. */
export const countLeadsByStatus = (db: Queryable, conditions: LeadConditions) =>
  filterLeads(db, conditions)
    .groupBy('leads.status')
    .select((eb) => ['leads.status', eb.fn.countAll<number>().as('count')])
    .execute()
