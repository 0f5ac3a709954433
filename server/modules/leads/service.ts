import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Author } from '#contracts/content/revision.ts'
import {
  LEAD_OWNERS,
  type LeadChange,
  type LeadCounts,
  type LeadExportQuery,
  type LeadFilter,
  type LeadQuery,
  type LeadRecord,
} from '#contracts/leads/lead.ts'
import type { ConsultationInput, EvaluationServiceRequest } from '#contracts/leads/lead-request.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { LEAD_RESPONSE_MS, LEADS_PER_PAGE } from '#contracts/limits.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { can, type Viewer } from '#contracts/permissions.ts'
import { buildSearchPatterns } from '#contracts/rules/search-text.ts'
import { formatMinuteInShanghai, toDay } from '#contracts/rules/shanghai-time.ts'
import { LEAD_STATUS_LABELS, type LeadKind, type LeadStatus } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, forbidden, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import type { NumberSet } from '#server/platform/database/number-set.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { LEAD_COLUMNS } from './export-columns.ts'
import { buildLeadSearch } from './search-words.ts'
import {
  countLeads,
  countLeadsByStatus,
  findLead,
  insertLead,
  LEADS_TOPIC,
  type LeadFilterValues,
  type LeadRow,
  listLeadNumbers,
  listLeads,
  listLeadsAfter,
  updateLead,
} from './store.ts'
import { toLeadRecord } from './view.ts'

export { LEADS_TOPIC }
export type LeadService = ReturnType<typeof createLeadService>

/** The signed-in user: permissions depend on the role, owned leads on the id. */
export type LeadViewer = Viewer & { id: string }

/** The number of leads that an export reads per query. */
const LEADS_PER_READ = 200

type Dependencies = {
  database: Database
  clock: Clock
  accounts: Pick<IdentityService, 'listUsersWithPermission'>
  audit: AuditService
  mail: MailService
  settings: Pick<SettingsService, 'getTermsVersion'>
}

/** Creates the service for leads: requests for a consultation or an evaluation, and their follow-up by the staff. */
export function createLeadService({ database, clock, accounts, audit, mail, settings }: Dependencies) {
  /** Returns the ordinals of the leads that match a search; `undefined` without a search. */
  async function search(input: string, viewer: LeadViewer): Promise<NumberSet | undefined> {
    const patterns = buildSearchPatterns(input)
    if (patterns.length === 0) return undefined
    return listLeadNumbers(database.read, database.kind, { patterns, canSeeContacts: can(viewer, 'contacts:read') })
  }

  function toFilterValues(
    { kind, status, owner, late }: LeadFilter,
    viewer: LeadViewer,
    matches: NumberSet | undefined,
  ): LeadFilterValues {
    const lateSince = new Date(clock.now().getTime() - LEAD_RESPONSE_MS).toISOString()
    const owners: Record<string, string | null> = { [LEAD_OWNERS.me]: viewer.id, [LEAD_OWNERS.none]: null }
    return {
      kind,
      status,
      uncontactedSince: late === 'true' ? lateSince : undefined,
      ownerId: owner === undefined ? undefined : owner in owners ? owners[owner] : owner,
      matches,
    }
  }

  /**
   * Counts the leads by status, ignoring the status filter, so that each count is what selecting that status would
   * show.
   */
  async function countByStatus(
    filter: LeadFilter,
    viewer: LeadViewer,
    matches: NumberSet | undefined,
  ): Promise<LeadCounts> {
    const { read, kind } = database
    const valuesWithoutStatus = toFilterValues({ ...filter, status: undefined, late: 'false' }, viewer, matches)
    const statuses: LeadCounts['statuses'] = { new: 0, contacted: 0, completed: 0, invalid: 0 }
    for (const { status, count } of await countLeadsByStatus(read, kind, valuesWithoutStatus))
      statuses[status] = Number(count)
    const late = toFilterValues({ ...filter, status: undefined, late: 'true' }, viewer, matches)
    return { statuses, late: await countLeads(read, kind, late) }
  }

  /** Streams all matching leads page by page, without those created meanwhile. */
  async function* streamPages(filterValues: LeadFilterValues, viewer: Viewer): AsyncGenerator<LeadRecord[]> {
    let last: LeadRow | undefined
    do {
      const rows = await listLeadsAfter(database.read, database.kind, filterValues, {
        after: last,
        limit: LEADS_PER_READ,
      })
      yield rows.map((row) => toLeadRecord(row, viewer))
      last = rows.length < LEADS_PER_READ ? undefined : rows.at(-1)
      // An in-process database responds synchronously, so yield to other requests.
      await nextTurn()
    } while (last)
  }

  /** Stores a request as a new lead and notifies the staff, inside the caller's transaction. Returns its id. */
  async function create(
    write: Write,
    kind: LeadKind,
    request: ConsultationInput & Partial<Pick<EvaluationServiceRequest, 'productName'>>,
  ): Promise<string> {
    const id = randomUUID()
    const now = timestamp(clock)
    const { companyName, contactName, phone, email, requirements, productName = '' } = request
    await write.lock(LEADS_TOPIC)
    await insertLead(write.tx, {
      id,
      kind,
      companyName,
      contactName,
      phone,
      email,
      requirements,
      productName,
      termsVersion: request.agreeToTerms ? await settings.getTermsVersion(write.tx) : null,
      status: 'new',
      ownerId: null,
      notes: '',
      createdAt: now,
      updatedAt: now,
      contactedAt: null,
      version: 1,
      ...buildLeadSearch({ ...request, productName, notes: '' }),
    })
    write.touch(LEADS_TOPIC)
    await mail.queueTemplate(write, 'consultation', {
      companyName,
      contactName,
      phone,
      email,
      requirements: productName === '' ? requirements : `申请专业评估的产品：${productName}\n${requirements}`,
      submitTime: formatMinuteInShanghai(new Date(now)),
    })
    return id
  }

  return {
    create,

    /** Stores a request for the free consultation. Returns the lead's id. */
    requestConsultation: (request: ConsultationInput): Promise<string> =>
      database.write((write) => create(write, 'consultation', request)),

    /** Stores a request for a professional evaluation. Returns the lead's id. */
    requestEvaluation: (request: EvaluationServiceRequest): Promise<string> =>
      database.write((write) => create(write, 'evaluation', request)),

    /** Lists leads, newest first, 20 per page. */
    async list(
      query: LeadQuery,
      viewer: LeadViewer,
    ): Promise<{ items: LeadRecord[]; pagination: Pagination; counts: LeadCounts; owners: Author[] }> {
      const matches = await search(query.search, viewer)
      const filterValues = toFilterValues(query, viewer, matches)
      const limit = LEADS_PER_PAGE
      const { read, kind } = database
      // PostgreSQL answers these at the same time.
      const [counts, countOfLate, rows] = await Promise.all([
        countByStatus(query, viewer, matches),
        query.late === 'true' ? countLeads(read, kind, filterValues) : undefined,
        listLeads(read, kind, filterValues, { limit, offset: (query.page - 1) * limit }),
      ])
      const totalItems = countOfLate ?? sumStatuses(counts, query.status)
      return {
        items: rows.map((row) => toLeadRecord(row, viewer)),
        pagination: { current: query.page, total: Math.ceil(totalItems / limit), limit, totalItems },
        counts,
        owners: await accounts.listUsersWithPermission('leads:write'),
      }
    },

    /** Returns a lead. Throws `notFound`. */
    async get(id: string, viewer: LeadViewer): Promise<LeadRecord> {
      const row = await findLead(database.read, id)
      if (!row) throw notFound(LEAD_MESSAGES.notFound)
      return toLeadRecord(row, viewer)
    },

    /**
     * Updates the given fields if the lead still has the given version. Throws `notFound`, `versionConflict`, and
     * `invalid` for an owner without permission.
     */
    async update(id: string, { version, ...change }: LeadChange, actor: Actor & LeadViewer): Promise<LeadRecord> {
      const owners = await accounts.listUsersWithPermission('leads:write')
      return database.write(async (write) => {
        const before = await findLead(write.tx, id)
        if (!before) throw notFound(LEAD_MESSAGES.notFound)
        const owner = owners.find((item) => item.id === change.ownerId)
        if (change.ownerId && change.ownerId !== before.ownerId && !owner) throw createUnknownOwnerError()
        const detail = describeChanges(before, change, owner?.name)
        if (before.version === version && detail === '') return toLeadRecord(before, actor)
        const values = toColumns(before, change, timestamp(clock))
        const after = (await updateLead(write.tx, { id, version }, values)) && (await findLead(write.tx, id))
        if (!after) throw new AppError('versionConflict', LEAD_MESSAGES.stale)
        await audit.record(write, { actor, action: 'lead.update', target: before.companyName, detail })
        return toLeadRecord(after, actor)
      })
    },

    /**
     * Exports all matching leads as a streamed file, which is audited. Throws `forbidden` without permission to view
     * contact data.
     */
    async export(
      { format, ...filter }: LeadExportQuery,
      actor: Actor & LeadViewer,
    ): Promise<TableStream & { name: string }> {
      if (!can(actor, 'contacts:read')) throw forbidden()
      const filterValues = toFilterValues(filter, actor, await search(filter.search, actor))
      await database.write(async (write) => {
        const detail = `${await countLeads(write.tx, database.kind, filterValues)}条`
        await audit.record(write, { actor, action: 'data.export', target: '线索', detail })
      })
      return {
        ...streamTable(format, LEAD_COLUMNS, streamPages(filterValues, actor)),
        name: `线索-${toDay(clock.now())}`,
      }
    },
  }
}

/** Returns the number of leads with a status, or with any. */
const sumStatuses = ({ statuses }: LeadCounts, status: LeadStatus | undefined): number =>
  status ? statuses[status] : Object.values(statuses).reduce((sum, count) => sum + count, 0)

/** Returns the columns of a change, including the search text. */
function toColumns(before: LeadRow, change: Omit<LeadChange, 'version'>, now: string) {
  const { searchText } = buildLeadSearch({ ...before, notes: change.notes ?? before.notes })
  const columns = { ...change, contactedAt: getContactedAt(before, change.status, now), updatedAt: now }
  return searchText === before.searchText ? columns : { ...columns, searchText }
}

const createUnknownOwnerError = () =>
  invalid(LEAD_MESSAGES.unknownOwner, [{ path: 'ownerId', message: LEAD_MESSAGES.unknownOwner }])

/**
 * Returns when the lead was first contacted. Set by the first status after `new`, cleared by `new`, unchanged by
 * `invalid`.
 */
function getContactedAt(before: LeadRow, status: LeadStatus | undefined, now: string): string | null {
  const next = status ?? before.status
  if (next === 'new') return null
  return next === 'invalid' ? before.contactedAt : (before.contactedAt ?? now)
}

/** Describes the changes for the audit; notes are confidential, so only that they changed is recorded. */
function describeChanges(
  before: LeadRow,
  { status, ownerId, notes }: Omit<LeadChange, 'version'>,
  ownerName: string | undefined,
): string {
  return [
    status !== undefined && status !== before.status
      ? `状态：${LEAD_STATUS_LABELS[before.status]} → ${LEAD_STATUS_LABELS[status]}`
      : '',
    ownerId !== undefined && ownerId !== before.ownerId ? `负责人：${ownerName ?? '无'}` : '',
    notes !== undefined && notes !== before.notes ? '修改备注' : '',
  ]
    .filter((part) => part !== '')
    .join('；')
}
