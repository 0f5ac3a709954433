/** Reminds vendors who haven't handed in that the deadline is near. */
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import type { Actor } from '#server/platform/actor.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { runIndependently } from '#server/platform/run-independently.ts'
import { assertOpen, type Inquiries } from './inquiries.ts'
import type { InquiryMailer } from './mailer.ts'
import { isHandedIn, isToldOfChanges } from './policy.ts'
import { claimReminder, type DueReminder, listDueReminders, updateInvitation } from './store.ts'
import { getInquiry } from './stored-inquiry.ts'

/** How many are sent at a time; the others follow with the next check. */
const BATCH_SIZE = 50

type Dependencies = {
  database: Database
  clock: Clock
  inquiries: Inquiries
  mailer: Pick<InquiryMailer, 'isReady' | 'notify'>
}

/** Creates the reminders of vendors. */
export function createReminders({ database, clock, inquiries, mailer }: Dependencies) {
  /** Claimed in the transaction that queues the mail, so that it is sent once, whichever nodes run or restart. */
  const remind = (due: DueReminder): Promise<boolean> =>
    database.write(async (transaction) => {
      const { db } = transaction
      if (!(await claimReminder(db, due))) return false
      if (isHandedIn(due) || !isToldOfChanges(due)) return false
      const inquiry = await getInquiry(db, due.inquiryId)
      const isSent = await mailer.notify(transaction, inquiry, due, { notice: 'reminder', note: '' })
      if (isSent) await updateInvitation(db, due.id, { remindedAt: timestamp(clock) })
      return isSent
    })

  return {
    /** Queues the reminders that are due, unless the asking side has switched them off. Returns their number. */
    async sendDue(): Promise<number> {
      if (!(await mailer.isReady())) return 0
      let count = 0
      const reminders = await listDueReminders(database.read, timestamp(clock), BATCH_SIZE)
      await runIndependently(
        reminders.map((due) => async () => {
          if (await remind(due)) count += 1
        }),
      )
      return count
    },

    /** Switches the reminders of an inquiry on or off. Throws `notFound`, and `conflict` unless it is out. */
    set: (id: string, isOn: boolean, actor: Actor): Promise<Inquiry> =>
      database.write((transaction) =>
        inquiries.change(transaction, { id, actor, right: 'run' }, async (row) => {
          assertOpen(row)
          return {
            changes: { isReminding: isOn },
            action: 'inquiry.update',
            detail: isOn ? '截止前提醒' : '截止前不提醒',
          }
        }),
      ),
  }
}
