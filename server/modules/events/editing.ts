import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { EventInput, EventRecord } from '#contracts/events/event-record.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { type AuditService, describeChanges } from '#server/modules/audit/service.ts'
import { type CommunityEventService, type EventRow, toEvent } from '#server/modules/community-events/service.ts'
import { type ContentService, getContentTopic } from '#server/modules/content/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import type { createCarryOver } from './carry-over.ts'
import { countRegistrations } from './store.ts'
import { EVENT_REGISTRATIONS_TOPIC } from './topic.ts'
import { toEventPlaces, toEventRecord } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  records: CommunityEventService
  content: Pick<ContentService, 'addEventsRevision'>
  audit: AuditService
  carryOver: ReturnType<typeof createCarryOver>
}

type UpdateContext = { actor: Actor; ifMatch: string | undefined; isConfirmed: boolean }

const FIELD_LABELS: Readonly<Record<keyof EventInput, string>> = {
  title: '标题',
  date: '日期',
  time: '时间',
  location: '地点',
  places: '名额',
  status: '状态',
  type: '类型',
  speaker: '主讲人',
  attendees: '参加人数',
  description: '描述',
  registrationUrl: '报名链接',
  registrationButtonText: '报名按钮文字',
}

/** Creates what editors do with single events: adding, changing, cancelling and deleting them. */
export function createEventEditing({ database, clock, records, content, audit, carryOver }: Dependencies) {
  async function get(db: Queryable, eventId: string): Promise<EventRow> {
    const row = await records.find(db, eventId)
    if (!row) throw notFound(EVENT_MESSAGES.notFound)
    return row
  }

  const getRecord = async (db: Queryable, eventId: string): Promise<EventRecord> =>
    toEventRecord(await get(db, eventId), await countRegistrations(db, [eventId]), clock.now())

  /**
   * Runs a change of the events in a transaction that has locked them and their registrations, and carries it over to
   * the registrations.
   */
  async function change(
    transaction: Transaction,
    act: () => Promise<void>,
    { actor, isConfirmed, reason }: { actor: Actor; isConfirmed: boolean; reason?: string },
  ): Promise<void> {
    const before = await records.list(transaction.db)
    await act()
    const after = await records.list(transaction.db)
    if (!isDeepStrictEqual(before, after)) await content.addEventsRevision(transaction, { before, after }, actor)
    await carryOver(transaction, { before, after, isConfirmed, reason })
  }

  async function lock(transaction: Transaction): Promise<void> {
    await transaction.lock(getContentTopic('community'))
    await transaction.lock(EVENT_REGISTRATIONS_TOPIC)
  }

  /** Throws `invalid` if an event would get fewer places than it has registrations, unless its places aren't changed. */
  async function assertEnoughPlaces(db: Queryable, row: EventRow, places: number): Promise<void> {
    const { confirmed } = toEventPlaces(row.id, 0, await countRegistrations(db, [row.id]))
    if (places < confirmed && places < toEvent(row).places)
      throw invalidField('places', EVENT_MESSAGES.tooFewPlaces(confirmed))
  }

  return {
    /** Adds an event at the head of the page's list. Throws `conflict` if the list is full. */
    create: (input: EventInput, actor: Actor): Promise<EventRecord> =>
      writeOnce(database, async (transaction) => {
        await lock(transaction)
        const id = randomUUID()
        await change(transaction, () => records.add(transaction, { ...input, id }), { actor, isConfirmed: true })
        const detail = [input.date, input.time, input.location].filter((text) => text !== '').join('，')
        await audit.record(transaction, { actor, action: 'event.create', target: input.title, detail })
        return getRecord(transaction.db, id)
      }),

    /**
     * Replaces an event. Throws `notFound`, `versionConflict`, `invalid` for too few places, and `conflict`: if it was
     * cancelled, or with the reason `confirmation-required` if registered members have to be told.
     */
    update: (
      eventId: string,
      input: EventInput,
      { actor, ifMatch, isConfirmed }: UpdateContext,
    ): Promise<{ value: EventRecord; revision: number }> =>
      database.write(async (transaction) => {
        await lock(transaction)
        const row = await get(transaction.db, eventId)
        if (!matchesRevision(ifMatch, row.version)) throw new AppError('versionConflict', EVENT_MESSAGES.stale)
        if (row.state === 'cancelled') throw conflict(EVENT_MESSAGES.alreadyCalledOff)
        await assertEnoughPlaces(transaction.db, row, input.places)
        const before = toEvent(row)
        // Keys that no form knows, such as those of imported documents, stay.
        const after = { ...before, ...input }
        const detail = describeChanges(FIELD_LABELS, before, after)
        if (detail !== '') {
          await change(transaction, () => records.update(transaction, row, after), { actor, isConfirmed })
          await audit.record(transaction, { actor, action: 'event.update', target: before.title, detail })
        }
        const value = await getRecord(transaction.db, eventId)
        return { value, revision: value.version }
      }),

    /** Cancels an event, and tells those who have registered why. Throws `notFound`, `conflict` if it was cancelled. */
    callOff: (eventId: string, reason: string, actor: Actor): Promise<null> =>
      writeOnce(database, async (transaction) => {
        await lock(transaction)
        const row = await get(transaction.db, eventId)
        if (row.state === 'cancelled') throw conflict(EVENT_MESSAGES.alreadyCalledOff)
        const act = () => records.cancel(transaction, row, reason)
        await change(transaction, act, { actor, isConfirmed: true, reason })
        const detail = reason.slice(0, TEXT.line)
        await audit.record(transaction, { actor, action: 'event.call-off', target: toEvent(row).title, detail })
        return null
      }),

    /** Deletes an event. Throws `notFound`, `conflict` if anybody has registered. */
    remove: (eventId: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await lock(transaction)
        const row = await get(transaction.db, eventId)
        if ((await countRegistrations(transaction.db, [eventId])).length > 0)
          throw conflict(EVENT_MESSAGES.hasRegistrations)
        await change(transaction, () => records.remove(transaction, eventId), { actor, isConfirmed: true })
        await audit.record(transaction, { actor, action: 'event.remove', target: toEvent(row).title })
      }),
  }
}
