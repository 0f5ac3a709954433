import type { AuditAction } from '#contracts/audit/actions.ts'
import {
  type AuditEntry,
  AuditEntrySchema,
  type AuditExportQuery,
  type AuditFilter,
  type AuditQuery,
  describePrivateTarget,
  PERSONAL_ACTIONS,
  PRIVATE_TARGET_ACTIONS,
} from '#contracts/audit/audit.ts'
import { KEY_MESSAGES } from '#contracts/keys/messages.ts'
import { AUDIT_COUNT_LIMIT, AUDIT_PER_PAGE } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { toPagination } from '#contracts/pagination.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { endOfDay, startOfDay, toDay } from '#contracts/rules/shanghai-time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { invalidField } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { ListPage } from '#server/platform/database/list-page.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { hideContacts } from '#server/platform/hide-contacts.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import { currentKeyName } from '#server/platform/request-context.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { describeChanges } from './describe-changes.ts'
import { AUDIT_COLUMNS } from './export-columns.ts'
import { listHiddenActions } from './policy.ts'
import {
  type AuditFilterValues,
  type AuditRow,
  countAuditEntries,
  hasEntries,
  insertAuditEntry,
  listAuditEntries,
  listAuditEntriesAfter,
  listAuthorNames,
  listRecentChanges,
} from './store.ts'

export { describeChanges }
export type AuditService = ReturnType<typeof createAuditService>

/** An audited action. Neither `target` nor `detail` may contain secrets or a visitor's confidential texts. */
type AuditRecord = {
  /** `null` if there is none: a failed sign-in, or housekeeping. */
  actor: Actor | null
  action: AuditAction
  target: string
  detail?: string
  /** The client's IP address if `actor` is `null`. */
  ip?: string | null
}

const MAX_LENGTH = 500
const truncate = (text: string) =>
  (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text).toWellFormed()

/** Says first by which key a program acted, so that the name is never cut off. */
function addKeyName(detail: string): string {
  const keyName = currentKeyName()
  return keyName === undefined ? detail : [KEY_MESSAGES.byKey(keyName), detail].filter(Boolean).join('；')
}

/** Creates the back office's audit log. */
export function createAuditService({ database, clock }: { database: Database; clock: Clock }) {
  const createId = createOrderedIds(clock)

  /** Returns the filter for an account's id, otherwise for part of an author's name; `undefined` if empty. */
  async function toAuthorFilter(input: string, caller: Caller) {
    if (input === '') return undefined
    if (await hasEntries(database.read, input)) return { id: input }
    const names = await listAuthorNames(database.read, input)
    const isReadable = (name: string) => redactContacts(name).toLowerCase().includes(input.toLowerCase())
    return { names: can(caller, 'contacts:read') ? names : names.filter(isReadable) }
  }

  /** Converts a query to the conditions of the store. Throws `invalid` for an end before the start. */
  async function resolveFilter({ user, action, from, to }: AuditFilter, caller: Caller): Promise<AuditFilterValues> {
    const start = from && startOfDay(from)
    const before = to && endOfDay(to)
    if (start && before && start >= before) throw invalidField('from', ADMIN_MESSAGES.daysReversed)
    const author = await toAuthorFilter(user, caller)
    return { author, action, from: start, before, hiddenActions: listHiddenActions(caller) }
  }

  /** Records an action inside the transaction that performs it. */
  async function record(
    { db }: Pick<Transaction, 'db'>,
    { actor, action, target, detail = '', ip }: AuditRecord,
  ): Promise<void> {
    await insertAuditEntry(db, {
      id: createId(),
      at: timestamp(clock),
      action,
      target: truncate(target),
      detail: truncate(actor ? addKeyName(detail) : detail),
      userId: actor?.id ?? null,
      userName: actor?.name ?? '',
      ip: actor?.ip ?? ip ?? null,
    })
  }

  return {
    record,

    /**
     * Lists entries, newest first, 20 per page; counts up to `AUDIT_COUNT_LIMIT`. Callers without `contacts:read` get no
     * actions that identify authors of reviews.
     */
    async list(query: AuditQuery, caller: Caller): Promise<ListPage<AuditEntry>> {
      const filter = await resolveFilter(query, caller)
      const limit = AUDIT_PER_PAGE
      const totalItems = await countAuditEntries(database.read, filter, AUDIT_COUNT_LIMIT)
      const page = { ...toRowRange(query.page, limit), hasFewMatches: totalItems < AUDIT_COUNT_LIMIT }
      const rows = await listAuditEntries(database.read, filter, page)
      return {
        items: rows.map(toAuditEntry),
        pagination: toPagination(query.page, limit, totalItems),
      }
    },

    /** Exports all matching entries as a streamed file, redacted like the list. The export is audited. */
    async export(
      { format, ...query }: AuditExportQuery,
      actor: Actor & Caller,
    ): Promise<TableStream & { name: string }> {
      const filter = await resolveFilter(query, actor)
      const count = await countAuditEntries(database.read, filter, AUDIT_COUNT_LIMIT)
      const hasFewMatches = count < AUDIT_COUNT_LIMIT
      const detail = hasFewMatches ? `${count}条` : `至少${count}条`
      await database.write((transaction) =>
        record(transaction, { actor, action: 'data.export', target: '操作记录', detail }),
      )
      const entries = streamPages<AuditRow, AuditEntry>(
        ({ after, limit }) => listAuditEntriesAfter(database.read, filter, { after, limit, hasFewMatches }),
        (rows) => rows.map((row) => hideContacts(AuditEntrySchema, toAuditEntry(row), actor)),
      )
      return {
        ...streamTable(format, AUDIT_COLUMNS, entries),
        name: `操作记录-${toDay(clock.now())}`,
      }
    },

    /** Streams a user's own actions as CSV, with the IP addresses they came from. Texts are redacted like the list. */
    streamOwn(user: Caller & { id: string }): TableStream {
      const filter: AuditFilterValues = {
        author: { id: user.id },
        action: undefined,
        from: undefined,
        before: undefined,
        hiddenActions: [],
      }
      const entries = streamPages<AuditRow, AuditEntry>(
        ({ after, limit }) => listAuditEntriesAfter(database.read, filter, { after, limit, hasFewMatches: true }),
        (rows) => rows.map((row) => ({ ...hideContacts(AuditEntrySchema, toAuditEntry(row), user), ip: row.ip })),
      )
      return streamTable('csv', AUDIT_COLUMNS, entries)
    },

    /** Lists the latest changes that a caller may see, for the dashboard. Personal actions and IP addresses are omitted. */
    async listRecentChanges(limit: number, caller: Caller): Promise<AuditEntry[]> {
      const hiddenActions = [...PERSONAL_ACTIONS, ...listHiddenActions(caller)]
      const rows = await listRecentChanges(database.read, limit, hiddenActions)
      return rows.map((row) => ({ ...toAuditEntry(row), ip: null }))
    },
  }
}

const toAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at,
  action: row.action,
  target: PRIVATE_TARGET_ACTIONS.includes(row.action) ? describePrivateTarget(row.target) : row.target,
  detail: row.detail,
  user: row.userId === null ? null : { id: row.userId, name: row.userName },
  ip: row.ip,
})
