import type { CommunityEvent } from '#contracts/documents/community.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import type { EventPlaces } from '#contracts/events/registration.ts'
import { isRegistrationOpen } from '#contracts/rules/event-registration.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Invitations } from './invitations.ts'
import { createChangeMail } from './mails.ts'
import { recordEventChanges } from './record-changes.ts'
import { describeImpact, type EventVersions, listImpacts, type RegistrationImpact } from './registration-impacts.ts'
import { countRegistrations, listRegisteredUsers, updateRegisteredTexts } from './store.ts'
import { EVENT_REGISTRATIONS_TOPIC } from './topic.ts'
import { toEventPlaces } from './view.ts'

type Dependencies = {
  clock: Clock
  mail: MailService
  invitations: Invitations
  publicUrl: string
  promoteFromWaitingList(transaction: Transaction, event: CommunityEvent): Promise<void>
}

/** A change of the events: whether its consequences were accepted, and why events are cancelled, if that was said. */
type Change = EventVersions & { isConfirmed: boolean; reason?: string | undefined }

/** Creates what carries a change of the events over to their registrations and to calendars. */
export function createCarryOver({ clock, mail, invitations, publicUrl, promoteFromWaitingList }: Dependencies) {
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
  async function notifyRegistered(transaction: Transaction, impact: RegistrationImpact, reason: string): Promise<void> {
    const { id, title, date, time } = impact.event
    const isCancelled = impact.kind === 'removed'
    // An event that registers elsewhere still takes place.
    const isElsewhere = isCancelled && impact.isListed
    const invite = await invitations.prepare(transaction.db, impact.event, { isCancelled })
    for (const { name, email, status } of await listRegisteredUsers(transaction.db, id)) {
      // Whoever waits has no entry yet.
      const calendar = status === 'confirmed' && !isElsewhere ? invite({ name, email }) : undefined
      const message = createChangeMail({ name, impact, reason, publicUrl })
      if (message) await mail.queue(transaction, { ...message, to: { name, email }, calendar })
    }
    await updateRegisteredTexts(transaction.db, id, { eventTitle: title, eventDate: date, eventTime: time })
    transaction.publish(EVENT_REGISTRATIONS_TOPIC)
  }

  /**
   * Carries a change over inside the caller's transaction: raises the sequences in calendars, tells registered members
   * what has changed, and assigns added places to the waiting lists. Throws `conflict` with the reason
   * `confirmation-required` if members are concerned and that wasn't confirmed.
   */
  return async (transaction: Transaction, { before, after, isConfirmed, reason = '' }: Change): Promise<void> => {
    await transaction.lock(EVENT_REGISTRATIONS_TOPIC)
    const now = clock.now()
    const impacts = listImpacts({ before, after }, await countByEvent(transaction.db, [...before, ...after]), now)
    if (impacts.length > 0 && !isConfirmed) await requireConfirmation(transaction.db, impacts)
    await recordEventChanges(transaction.db, { before, after }, now)
    for (const impact of impacts) await notifyRegistered(transaction, impact, reason)
    for (const event of after) if (isRegistrationOpen(event, now)) await promoteFromWaitingList(transaction, event)
  }
}
