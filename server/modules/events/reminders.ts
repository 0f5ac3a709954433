import type { CommunityEvent } from '#contracts/documents/community.ts'
import { isRegistrationOffered } from '#contracts/rules/event-registration.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import type { CommunityEventService } from '#server/modules/community-events/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { runIndependently } from '#server/platform/run-independently.ts'
import type { Invitations } from './invitations.ts'
import { createReminderMail } from './mails.ts'
import { listConfirmedUsers } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  records: CommunityEventService
  mail: MailService
  invitations: Invitations
  publicUrl: string
}

/** From 9:00 in Beijing, which is 1:00 UTC, until midnight there. */
const isDaytime = (now: Date): boolean => now.getUTCHours() >= 1 && now.getUTCHours() < 16

/** Creates the reminders of attendees on the day before an event. */
export function createReminders({ database, clock, records, mail, invitations, publicUrl }: Dependencies) {
  /** Marked in the transaction that queues the mails, so that they are sent once, whichever nodes run or restart. */
  const remind = (event: CommunityEvent, day: string): Promise<number> =>
    database.write(async (transaction) => {
      if (!(await records.markReminded(transaction, event.id, day))) return 0
      const invite = await invitations.prepare(transaction.db, event, { isCancelled: false })
      const users = await listConfirmedUsers(transaction.db, event.id)
      for (const to of users)
        await mail.queue(transaction, {
          ...createReminderMail({ name: to.name, event, publicUrl }),
          to,
          calendar: invite(to),
        })
      return users.length
    })

  return {
    /** Queues the reminders of the next day's events that weren't sent yet. Returns the number of attendees. */
    async sendDue(): Promise<number> {
      const now = clock.now()
      if (!isDaytime(now) || !(await mail.isReady())) return 0
      const day = addDays(toDay(now), 1)
      let count = 0
      const events = (await records.listOfDay(day)).filter(isRegistrationOffered)
      await runIndependently(
        events.map((event) => async () => {
          count += await remind(event, day)
        }),
      )
      return count
    },
  }
}
