import type { Authorship } from '#contracts/content/revision.ts'
import type { UserReference } from '#contracts/identity/user-reference.ts'
import type {
  LeadChange,
  LeadCounts,
  LeadExportQuery,
  LeadFilter,
  LeadQuery,
  LeadRecord,
} from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { LEAD_RESPONSE_MS, LEADS_PER_PAGE, OWN_DATA_ROWS_MAX } from '#contracts/limits.ts'
import { type ChangesQuery, isChangesQuery } from '#contracts/mirror.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import { type Caller, can, listRolesWithPermission } from '#contracts/permissions.ts'
import { formatMinuteInShanghai, toDay } from '#contracts/rules/shanghai-time.ts'
import { LEAD_STATUS_LABELS, type LeadStatus } from '#contracts/vocabulary.ts'
import { createAssignmentNotice, resolveAssignee } from '#server/modules/assignments/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import { toChangePagination, toChangeRange } from '#server/platform/change-cursor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { findAuthorship } from '#server/platform/database/find-authorship.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { createSaveStamp, type SaveStamp } from '#server/platform/save-stamp.ts'
import { buildSearchPatterns } from '#server/platform/search-text/search-lines.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { createLeadAssignments } from './assignments.ts'
import { LEAD_COLUMNS } from './export-columns.ts'
import { createLeadIntake } from './intake.ts'
import { buildLeadSearch } from './lead-search.ts'
import {
  countLeads,
  countLeadsByStatus,
  findLead,
  type LeadFilterValues,
  type LeadRow,
  listChangedLeads,
  listLeads,
  listLeadsAfter,
  listMatches,
  updateLead,
} from './store.ts'
import { toOwnLead } from './view.ts'

export type LeadService = ReturnType<typeof createLeadService>

/** The signed-in user: permissions depend on the role, owned leads on the id. */
type LeadCaller = Caller & { id: string }

const ALL_LEADS: LeadFilterValues = {
  kind: undefined,
  status: undefined,
  owner: undefined,
  late: undefined,
  matches: undefined,
}

const UNASSIGNED: LeadFilterValues['owner'] = { roles: listRolesWithPermission('leads:write') }

type Dependencies = {
  database: Database
  clock: Clock
  identity: Pick<IdentityService, 'listUsersWithPermission'>
  audit: AuditService
  mail: MailService
  outbox: Pick<OutboxService, 'record' | 'recordFor' | 'hasRecorded'>
  settings: Pick<SettingsService, 'getTermsVersion'>
  /** The base URL of links in mails. */
  publicUrl: string
}

type LeadPage = { items: LeadRecord[]; pagination: Pagination; counts: LeadCounts; owners: UserReference[] }

/** Creates the service for leads: requests for a consultation or an evaluation, and their follow-up by the staff. */
export function createLeadService({
  database,
  clock,
  identity,
  audit,
  mail,
  outbox,
  settings,
  publicUrl,
}: Dependencies) {
  const { toRecords, toRecord, toWork, subject } = createLeadAssignments({ clock })
  const notifyOwner = createAssignmentNotice({ outbox, publicUrl })

  /** Returns the times until which late leads were created or due. */
  const getLateCutoff = () => ({
    createdUntil: new Date(clock.now().getTime() - LEAD_RESPONSE_MS).toISOString(),
    dueUntil: clock.now().toISOString(),
  })

  /** Converts a query to the conditions of the store. */
  async function resolveFilter(filter: LeadFilter, caller: LeadCaller): Promise<LeadFilterValues> {
    const patterns = buildSearchPatterns(filter.search)
    const scope = { patterns, canReadContacts: can(caller, 'contacts:read') }
    return {
      kind: filter.kind,
      status: filter.status,
      late: filter.late ? getLateCutoff() : undefined,
      owner: resolveAssignee(filter.owner, 'lead', caller),
      matches: patterns.length > 0 ? await listMatches(database.read, scope) : undefined,
    }
  }

  /**
   * Counts the leads per status and the late ones. Ignores these two filters, so that each count equals the number of
   * leads that its tab lists.
   */
  async function countByStatus(filter: LeadFilterValues): Promise<LeadCounts> {
    const withoutStatus: LeadFilterValues = { ...filter, status: undefined, late: undefined }
    return {
      statuses: await countLeadsByStatus(database.read, withoutStatus),
      late: await countLeads(database.read, { ...withoutStatus, late: getLateCutoff() }),
    }
  }

  /** Tells a new owner of their lead. Returns the lead. */
  async function tellOwner(
    transaction: Transaction,
    { before, after }: { before: LeadRow; after: LeadRow },
    actor: Actor,
  ): Promise<LeadRecord> {
    const record = await toRecord(transaction.db, after)
    if (before.ownerId !== after.ownerId)
      await notifyOwner(transaction, { kind: 'lead', ...toWork(after), dueAt: record.assignment.dueAt }, actor)
    return record
  }

  /** Lists the leads that have changed, oldest change first, for programs that mirror them. */
  async function listChanges(query: ChangesQuery): Promise<LeadPage> {
    const range = toChangeRange(query, clock)
    const rows = await listChangedLeads(database.read, range)
    return {
      items: await toRecords(database.read, rows),
      pagination: toChangePagination(range, rows),
      counts: await countByStatus(ALL_LEADS),
      owners: await identity.listUsersWithPermission('leads:write'),
    }
  }

  return {
    assignments: subject,

    /** Returns the number of new leads. */
    countNew: (): Promise<number> => countLeads(database.read, { ...ALL_LEADS, status: 'new' }),

    /** Returns the number of new leads that nobody follows up. */
    countUnassigned: (): Promise<number> =>
      countLeads(database.read, { ...ALL_LEADS, status: 'new', owner: UNASSIGNED }),

    /** Returns the number of new leads that should have been contacted by now, and of others whose deadline has passed. */
    countLate: (): Promise<number> => countLeads(database.read, { ...ALL_LEADS, late: getLateCutoff() }),

    ...createLeadIntake({ database, clock, mail, outbox, settings, publicUrl }),

    /** Lists the leads with an email address, newest first, as their author entered them. */
    async listByEmail(email: string) {
      // The text index selects the leads that contain the address anywhere.
      const matches = await listMatches(database.read, { patterns: buildSearchPatterns(email), canReadContacts: true })
      const page = { limit: OWN_DATA_ROWS_MAX, offset: 0, order: 'desc' } as const
      const rows = await listLeads(database.read, { ...ALL_LEADS, matches }, page)
      return rows.filter((row) => row.email.toLowerCase() === email.toLowerCase()).map(toOwnLead)
    },

    /** Lists a page of leads by time; those that have changed since a time if asked for. */
    async list({ page, order, updatedSince, cursor, ...query }: LeadQuery, caller: LeadCaller): Promise<LeadPage> {
      if (isChangesQuery({ updatedSince, cursor })) return listChanges({ updatedSince, cursor })
      const filter = await resolveFilter(query, caller)
      const limit = LEADS_PER_PAGE
      // PostgreSQL runs these queries concurrently.
      const [counts, lateCount, rows] = await Promise.all([
        countByStatus(filter),
        query.late ? countLeads(database.read, filter) : undefined,
        listLeads(database.read, filter, { ...toRowRange(page, limit), order }),
      ])
      const totalItems = lateCount ?? countWithStatus(counts, query.status)
      return {
        items: await toRecords(database.read, rows),
        pagination: toPagination(page, limit, totalItems),
        counts,
        owners: await identity.listUsersWithPermission('leads:write'),
      }
    },

    /** Returns a lead. Throws `notFound`. */
    async get(id: string, _caller: LeadCaller): Promise<LeadRecord> {
      const row = await findLead(database.read, id)
      if (!row) throw notFound(LEAD_MESSAGES.notFound)
      return toRecord(database.read, row)
    },

    /** Returns who saved a lead last and when; `null` for the visitor. Throws `notFound`. */
    async getAuthorship(id: string): Promise<Authorship> {
      const authorship = await findAuthorship(database.read, 'leads', id)
      if (!authorship) throw notFound(LEAD_MESSAGES.notFound)
      return authorship
    },

    /**
     * Updates the given fields if the lead still has the given version. Throws `notFound`, `versionConflict`, and
     * `invalid` for an owner without permission.
     */
    async update(id: string, { version, ...change }: LeadChange, actor: Actor & LeadCaller): Promise<LeadRecord> {
      const owners = await identity.listUsersWithPermission('leads:write')
      return database.write(async (transaction) => {
        const before = await findLead(transaction.db, id)
        if (!before) throw notFound(LEAD_MESSAGES.notFound)
        const owner = owners.find(({ id: ownerId }) => ownerId === change.ownerId)
        if (change.ownerId && change.ownerId !== before.ownerId && !owner) throw createUnknownOwnerError()

        if (before.version === version && !hasChanges(before, change)) return toRecord(transaction.db, before)
        const isUpdated = await updateLead(
          transaction.db,
          { id, version },
          buildUpdate(before, change, createSaveStamp(clock, actor)),
        )
        const after = isUpdated ? await findLead(transaction.db, id) : undefined
        if (!after) throw new AppError('versionConflict', LEAD_MESSAGES.stale)

        const detail = describeChanges(before, change, owner?.name).join('；')
        await audit.record(transaction, { actor, action: 'lead.update', target: before.companyName, detail })
        return tellOwner(transaction, { before, after }, actor)
      })
    },

    /**
     * Exports all matching leads as a streamed file, which is audited. Throws `forbidden` without permission to view
     * contact data.
     */
    async export(
      { format, ...query }: LeadExportQuery,
      actor: Actor & LeadCaller,
    ): Promise<TableStream & { name: string }> {
      authorize(can(actor, 'contacts:read'), forbidden())
      const filter = await resolveFilter(query, actor)
      await database.write(async (transaction) => {
        const detail = `${await countLeads(transaction.db, filter)}条`
        await audit.record(transaction, { actor, action: 'data.export', target: '线索', detail })
      })
      const leads = streamPages<LeadRow, LeadRecord>(
        (page) => listLeadsAfter(database.read, filter, page),
        (rows) => toRecords(database.read, rows),
      )
      return {
        ...streamTable(format, LEAD_COLUMNS, leads),
        name: `线索-${toDay(clock.now())}`,
      }
    },
  }
}

/** Returns the number of leads with a status, or of all leads if `status` is omitted. */
const countWithStatus = ({ statuses }: LeadCounts, status: LeadStatus | undefined): number =>
  status ? statuses[status] : Object.values(statuses).reduce((sum, count) => sum + count, 0)

/** Returns the columns to update: the changed values, the time of first contact and the search text. */
function buildUpdate(before: LeadRow, change: LeadValues, stamp: SaveStamp) {
  const { searchText } = buildLeadSearch({ ...before, notes: change.notes ?? before.notes })
  const columns = { ...change, ...stamp, contactedAt: getContactedAt(before, change.status, stamp.updatedAt) }
  return searchText === before.searchText ? columns : { ...columns, searchText }
}

const createUnknownOwnerError = () => invalidField('ownerId', LEAD_MESSAGES.unknownOwner)

/**
 * Returns when the lead was first contacted. Set by the first status after `new`, cleared by `new`, unchanged by
 * `invalid`.
 */
function getContactedAt(before: LeadRow, status: LeadStatus | undefined, now: string): string | null {
  const next = status ?? before.status
  if (next === 'new') return null
  return next === 'invalid' ? before.contactedAt : (before.contactedAt ?? now)
}

const describeTime = (time: string | null): string => (time === null ? '无' : formatMinuteInShanghai(new Date(time)))

type LeadValues = Omit<LeadChange, 'version'>

const hasChanges = (before: LeadRow, change: LeadValues): boolean =>
  Object.entries(change).some(([name, value]) => value !== undefined && value !== Reflect.get(before, name))

/** Describes each change for the audit log. Notes are confidential: only the fact that they changed is recorded. */
function describeChanges(
  before: LeadRow,
  { status, ownerId, notes, assignmentDueAt }: LeadValues,
  ownerName: string | undefined,
): string[] {
  const changes: string[] = []
  if (status !== undefined && status !== before.status)
    changes.push(`状态：${LEAD_STATUS_LABELS[before.status]} → ${LEAD_STATUS_LABELS[status]}`)
  if (ownerId !== undefined && ownerId !== before.ownerId)
    changes.push(`负责人：${before.ownerName ?? '无'} → ${ownerName ?? '无'}`)
  if (assignmentDueAt !== undefined && assignmentDueAt !== before.assignmentDueAt)
    changes.push(`截止：${describeTime(before.assignmentDueAt)} → ${describeTime(assignmentDueAt)}`)
  if (notes !== undefined && notes !== before.notes) changes.push('修改备注')
  return changes
}
