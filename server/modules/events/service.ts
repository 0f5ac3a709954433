import { randomUUID } from 'node:crypto'
import { type CommunityEvent, CommunitySchema } from '#contracts/documents/community.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { type EventPlaces, type EventRegistration, WAITING_LIST_MAX } from '#contracts/events/registration.ts'
import { isRegistrationOffered, isRegistrationOpen } from '#contracts/rules/event-registration.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { CommunityEventService } from '#server/modules/community-events/service.ts'
import type { ContentService } from '#server/modules/content/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { createAttendeeLists } from './attendees.ts'
import { createCarryOver } from './carry-over.ts'
import { createEventEditing } from './editing.ts'
import { createInvitations } from './invitations.ts'
import { createRegistrationMail } from './mails.ts'
import { readEventChanges } from './record-changes.ts'
import { createReminders } from './reminders.ts'
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
  type RegistrationRow,
} from './store.ts'
import { EVENT_REGISTRATIONS_TOPIC } from './topic.ts'
import { listComingFirst, toEventPlaces, toEventRegistration } from './view.ts'

export type EventService = ReturnType<typeof createEventService>

export { EVENT_REGISTRATIONS_TOPIC }

type Dependencies = {
  database: Database
  clock: Clock
  records: CommunityEventService
  content: Pick<ContentService, 'onSave' | 'addEventsRevision'>
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
  records,
  content,
  accounts,
  settings,
  mail,
  audit,
  publicUrl,
}: Dependencies) {
  const { list: listEvents } = records
  const invitations = createInvitations({ clock, mail, settings, publicUrl })

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
    const invite = await invitations.prepare(transaction.db, event, { isCancelled: false })
    await mail.queue(transaction, { ...message, to: { name, email }, calendar: invite({ name, email }) })
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

  async function toRegistration(
    db: Queryable,
    row: RegistrationRow,
    events: readonly CommunityEvent[],
  ): Promise<EventRegistration> {
    const event = events.find(({ id }) => id === row.eventId)
    const waitingBefore = row.status === 'waiting' ? await countWaitingBefore(db, row) : 0
    const cancelReason = event ? '' : ((await records.find(db, row.eventId))?.cancelReason ?? '')
    return toEventRegistration(row, { event, cancelReason, waitingBefore, now: clock.now() })
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

  const carryOver = createCarryOver({ clock, mail, invitations, publicUrl, promoteFromWaitingList })

  content.onSave('community', {
    afterSave: (transaction, { before, after, isConfirmed }) =>
      carryOver(transaction, {
        before: CommunitySchema.parse(before).upcomingEvents,
        after: CommunitySchema.parse(after).upcomingEvents,
        isConfirmed,
      }),
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

    /** Lists the events of the community page, in its order. */
    list: () => listEvents(),

    readEventChanges: () => readEventChanges(database.read),

    attendees: createAttendeeLists({ database, clock, audit, records }),
    editing: createEventEditing({ database, clock, records, content, audit, carryOver }),
    reminders: createReminders({ database, clock, records, mail, invitations, publicUrl }),

    /** Cancels another user's registration. Throws `notFound`. */
    removeAttendee: (eventId: string, userId: string, actor: Actor): Promise<void> =>
      database.write((transaction) => removeRegistration(transaction, eventId, userId, actor)),
  }
}
