import { randomUUID } from 'node:crypto'
import { type CommunityEvent, CommunitySchema } from '#contracts/documents/community.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { type EventPlaces, type EventRegistration, WAITING_LIST_MAX } from '#contracts/events/registration.ts'
import { isRegistrationOffered, isRegistrationOpen } from '#contracts/rules/event-registration.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ContentService, StoredSave } from '#server/modules/content/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Topic } from '#server/platform/database/topics.ts'
import { assignEventIds } from './assign-event-ids.ts'
import { createAttendeeLists } from './attendees.ts'
import { createChangeMail, createRegistrationMail } from './mails.ts'
import { readEventChanges, recordEventChanges } from './record-changes.ts'
import { describeImpact, listImpacts, type RegistrationImpact } from './registration-impacts.ts'
import {
  confirmRegistrations,
  countRegistrations,
  countWaitingBefore,
  deleteRegistration,
  deleteRegistrationsByUser,
  findRegistration,
  insertRegistration,
  listFirstOnWaitingList,
  listOwnRegistrations,
  listRegisteredUsers,
  type RegistrationRow,
  updateRegisteredTexts,
} from './store.ts'
import { listComingFirst, toEventPlaces, toEventRegistration } from './view.ts'

export type EventService = ReturnType<typeof createEventService>

/** The change feed's topic for registrations. It is also locked while places are assigned. */
export const EVENT_REGISTRATIONS_TOPIC: Topic = 'event-registrations'

type Dependencies = {
  database: Database
  clock: Clock
  content: Pick<ContentService, 'get' | 'onSave'>
  accounts: IdentityService['accounts']
  settings: SettingsService
  mail: MailService
  audit: AuditService
  publicUrl: string
}

/** Creates the service for event registrations: places in order of registration, and a waiting list. */
export function createEventService({
  database,
  clock,
  content,
  accounts,
  settings,
  mail,
  audit,
  publicUrl,
}: Dependencies) {
  const listEvents = async (db: Queryable): Promise<CommunityEvent[]> =>
    (await content.get('community', db)).document.upcomingEvents

  /** Returns an event. Throws `notFound` if it doesn't exist or doesn't accept registrations. */
  async function getEvent(db: Queryable, eventId: string): Promise<CommunityEvent> {
    const event = (await listEvents(db)).find(({ id }) => id === eventId)
    if (!event || !isRegistrationOffered(event)) throw notFound(EVENT_MESSAGES.eventNotFound)
    return event
  }

  const getAvailability = async (db: Queryable, { id, places }: CommunityEvent): Promise<EventPlaces> =>
    toEventPlaces(id, places, await countRegistrations(db, [id]))

  /** Queues the mail that confirms a member's place, which may have been promoted from the waiting list. */
  async function queueConfirmation(
    transaction: Transaction,
    event: CommunityEvent,
    { name, email, isPromoted }: { name: string; email: string; isPromoted: boolean },
  ): Promise<void> {
    const { siteName } = await settings.getGeneral(transaction.db)
    const message = createRegistrationMail({ name, event, siteName, publicUrl, isPromoted })
    await mail.queue(transaction, { ...message, to: { name, email } })
  }

  /** Assigns an event's free places to the first on its waiting list, and queues mails that notify them. */
  async function promoteFromWaitingList(transaction: Transaction, event: CommunityEvent): Promise<void> {
    const { places, confirmed, waiting } = await getAvailability(transaction.db, event)
    const promotedCount = Math.min(places - confirmed, waiting)
    if (promotedCount <= 0) return
    const promoted = await listFirstOnWaitingList(transaction.db, event.id, promotedCount)
    await confirmRegistrations(
      transaction.db,
      promoted.map(({ id }) => id),
    )
    for (const { name, email } of promoted)
      await queueConfirmation(transaction, event, { name, email, isPromoted: true })
    transaction.publish(EVENT_REGISTRATIONS_TOPIC)
  }

  /** Returns the number of registrations of each of some events that has any. */
  async function countByEvent(db: Queryable, events: readonly CommunityEvent[]): Promise<Map<string, EventPlaces>> {
    const counts = await countRegistrations(db, [...new Set(events.map(({ id }) => id))])
    return new Map(counts.map(({ eventId }) => [eventId, toEventPlaces(eventId, 0, counts)]))
  }

  async function requireConfirmation(db: Queryable, impacts: readonly RegistrationImpact[]): Promise<never> {
    const isUnheard = impacts.some(({ kind }) => kind !== 'overbooked') && !(await mail.isReady(db))
    const notes = isUnheard ? [{ path: 'upcomingEvents', message: EVENT_MESSAGES.notMailed }] : []
    throw conflict(EVENT_MESSAGES.confirmationRequired, {
      reason: 'confirmation-required',
      fieldErrors: [...impacts.map(describeImpact), ...notes],
    })
  }

  /** Queues mails that tell everybody who has registered for an event what has changed, and stores its new texts. */
  async function notifyRegistered(transaction: Transaction, impact: RegistrationImpact): Promise<void> {
    const { id, title, date, time } = impact.event
    for (const { name, email } of await listRegisteredUsers(transaction.db, id)) {
      const message = createChangeMail({ name, impact, publicUrl })
      if (message) await mail.queue(transaction, { ...message, to: { name, email } })
    }
    await updateRegisteredTexts(transaction.db, id, { eventTitle: title, eventDate: date, eventTime: time })
    transaction.publish(EVENT_REGISTRATIONS_TOPIC)
  }

  async function toRegistration(
    db: Queryable,
    row: RegistrationRow,
    events: readonly CommunityEvent[],
  ): Promise<EventRegistration> {
    const event = events.find(({ id }) => id === row.eventId)
    const waitingBefore = row.status === 'waiting' ? await countWaitingBefore(db, row) : 0
    return toEventRegistration(row, { event, waitingBefore, now: clock.now() })
  }

  /** Deletes a registration, and assigns its place to the waiting list. Throws `notFound`. */
  async function removeRegistration(
    transaction: Transaction,
    eventId: string,
    userId: string,
    actor: Actor,
  ): Promise<void> {
    await transaction.lock(EVENT_REGISTRATIONS_TOPIC)
    const row = await findRegistration(transaction.db, eventId, userId)
    if (!row) throw notFound(EVENT_MESSAGES.registrationNotFound)
    await deleteRegistration(transaction.db, eventId, userId)
    const event = (await listEvents(transaction.db)).find(({ id }) => id === eventId)
    if (event && isRegistrationOpen(event, clock.now())) await promoteFromWaitingList(transaction, event)
    transaction.publish(EVENT_REGISTRATIONS_TOPIC)
    const detail = userId === actor.id ? '' : ((await accounts.find(transaction.db, userId))?.name ?? '')
    await audit.record(transaction, { actor, action: 'event.cancel', target: row.eventTitle, detail })
  }

  /**
   * Carries a save of the community document over to registrations and calendars, inside the caller's transaction:
   * tells registered members what has changed, and assigns added places to the waiting lists. Throws `conflict` with
   * the reason `confirmation-required` if members are concerned and the editor hasn't confirmed it.
   */
  async function afterSave(transaction: Transaction, save: StoredSave): Promise<void> {
    await transaction.lock(EVENT_REGISTRATIONS_TOPIC)
    const before = CommunitySchema.parse(save.before).upcomingEvents
    const after = CommunitySchema.parse(save.after).upcomingEvents
    const now = clock.now()
    const impacts = listImpacts({ before, after }, await countByEvent(transaction.db, [...before, ...after]), now)
    if (impacts.length > 0 && !save.isConfirmed) await requireConfirmation(transaction.db, impacts)
    for (const impact of impacts) await notifyRegistered(transaction, impact)
    await recordEventChanges(transaction.db, { before, after }, now)
    for (const event of after) if (isRegistrationOpen(event, now)) await promoteFromWaitingList(transaction, event)
  }

  content.onSave('community', {
    complete: (document, stored) => assignEventIds(document, stored, randomUUID),
    afterSave,
  })

  return {
    /** Lists the places of every event that accepts registrations. */
    async listAvailability(): Promise<EventPlaces[]> {
      const events = (await listEvents(database.read)).filter(isRegistrationOffered)
      const ids = events.map(({ id }) => id)
      const counts = await countRegistrations(database.read, ids)
      return events.map(({ id, places }) => toEventPlaces(id, places, counts))
    },

    /** Lists a member's registrations: for coming events by their day, then for past ones, the newest first. */
    async listOwn(userId: string): Promise<EventRegistration[]> {
      const [rows, events] = [await listOwnRegistrations(database.read, userId), await listEvents(database.read)]
      return listComingFirst(await Promise.all(rows.map((row) => toRegistration(database.read, row, events))))
    },

    /**
     * Registers a member, or adds them to the waiting list if all places are taken. Returns an existing registration
     * unchanged. Throws `notFound` if the event doesn't accept registrations, `conflict` if registration has closed or
     * the waiting list is full.
     */
    register: (eventId: string, actor: Actor): Promise<EventRegistration> =>
      database.write(async (transaction) => {
        await transaction.lock(EVENT_REGISTRATIONS_TOPIC)
        const event = await getEvent(transaction.db, eventId)
        const existing = await findRegistration(transaction.db, eventId, actor.id)
        if (existing) return toRegistration(transaction.db, existing, [event])
        if (!isRegistrationOpen(event, clock.now())) throw conflict(EVENT_MESSAGES.closed)
        await promoteFromWaitingList(transaction, event)
        const { places, confirmed, waiting } = await getAvailability(transaction.db, event)
        if (confirmed >= places && waiting >= WAITING_LIST_MAX) throw conflict(EVENT_MESSAGES.waitingListFull)
        const row: RegistrationRow = {
          id: randomUUID(),
          eventId,
          eventTitle: event.title,
          eventDate: event.date,
          eventTime: event.time,
          userId: actor.id,
          status: confirmed < places ? 'confirmed' : 'waiting',
          createdAt: timestamp(clock),
        }
        await insertRegistration(transaction.db, row)
        const user = await accounts.find(transaction.db, actor.id)
        if (user && row.status === 'confirmed') {
          const { name, email } = user
          await queueConfirmation(transaction, event, { name, email, isPromoted: false })
        }
        transaction.publish(EVENT_REGISTRATIONS_TOPIC)
        await audit.record(transaction, { actor, action: 'event.register', target: event.title })
        return toRegistration(transaction.db, row, [event])
      }),

    /** Cancels a member's own registration. Throws `notFound`, `conflict` if the event has begun. */
    cancel: (eventId: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const row = await findRegistration(transaction.db, eventId, actor.id)
        if (!row) throw notFound(EVENT_MESSAGES.registrationNotFound)
        const { canCancel } = await toRegistration(transaction.db, row, await listEvents(transaction.db))
        if (!canCancel) throw conflict(EVENT_MESSAGES.closed)
        await removeRegistration(transaction, eventId, actor.id, actor)
      }),

    /**
     * Deletes the registrations of an account that is being deleted, inside the caller's transaction, and assigns its
     * places to the waiting lists.
     */
    async removeAccountData(transaction: Transaction, userId: string): Promise<void> {
      await transaction.lock(EVENT_REGISTRATIONS_TOPIC)
      const registrations = await listOwnRegistrations(transaction.db, userId)
      if (registrations.length === 0) return
      await deleteRegistrationsByUser(transaction.db, userId)
      transaction.publish(EVENT_REGISTRATIONS_TOPIC)
      const ids = new Set(registrations.map(({ eventId }) => eventId))
      const now = clock.now()
      for (const event of await listEvents(transaction.db))
        if (ids.has(event.id) && isRegistrationOpen(event, now)) await promoteFromWaitingList(transaction, event)
    },

    readEventChanges: () => readEventChanges(database.read),

    attendees: createAttendeeLists({ database, clock, audit, listEvents }),

    /** Cancels another user's registration. Throws `notFound`. */
    removeAttendee: (eventId: string, userId: string, actor: Actor): Promise<void> =>
      database.write((transaction) => removeRegistration(transaction, eventId, userId, actor)),
  }
}
