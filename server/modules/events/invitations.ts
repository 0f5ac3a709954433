/** The calendar entries that mails carry, by which an attendee's calendar follows an event (RFC 5546). */
import type { CommunityEvent } from '#contracts/documents/community.ts'
import { PAGES } from '#contracts/paths.ts'
import type { MailRecipient, MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { MailCalendar } from '#server/platform/mail/smtp.ts'
import { hasCalendarDay, toInvitation } from './calendar.ts'
import { readEventChanges } from './record-changes.ts'

export type Invitations = ReturnType<typeof createInvitations>

type Dependencies = { clock: Clock; mail: MailService; settings: SettingsService; publicUrl: string }

/** Creates the writer of calendar entries. */
export const createInvitations = ({ clock, mail, settings, publicUrl }: Dependencies) => ({
  /**
   * Returns a function that writes an event's present entry for one attendee, or its cancellation; `undefined` if the
   * event has no day.
   */
  async prepare(
    db: Queryable,
    event: CommunityEvent,
    { isCancelled }: { isCancelled: boolean },
  ): Promise<(attendee: MailRecipient) => MailCalendar | undefined> {
    if (!hasCalendarDay(event) || publicUrl === '') return () => undefined
    const { sequences } = await readEventChanges(db)
    const { fromName, fromEmail } = (await mail.configuration.get(db)).smtpConfig
    // An entry names its organizer by an address. Without one, no mail can be sent either.
    if (fromEmail === '') return () => undefined
    const { siteName } = await settings.getGeneral(db)
    const method = isCancelled ? 'CANCEL' : 'REQUEST'
    return (attendee) => ({
      method,
      content: toInvitation(event, {
        method,
        url: `${publicUrl}${PAGES.community}?tab=events`,
        host: new URL(publicUrl).host,
        savedAt: clock.now(),
        sequence: sequences.get(event.id) ?? 0,
        organizer: { name: fromName || siteName, email: fromEmail },
        attendee,
      }),
    })
  },
})
