/** What is stored about a member in inquiries: the copy for them, and its deletion with their account. */
import type { Inquiry, OpenedAnswers } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Inquiries } from './inquiries.ts'
import type { InquiryMailer } from './mailer.ts'
import type { createOpening } from './opening.ts'
import { canReadAnswers } from './policy.ts'
import type { Sealing } from './sealing.ts'
import type { InquirySharing } from './sharing.ts'
import { deleteInquiry, listOwnInquiries } from './store.ts'

type Dependencies = {
  database: Database
  inquiries: Inquiries
  opening: Pick<ReturnType<typeof createOpening>, 'listAnswers'>
  sealing: Pick<Sealing, 'canUnseal'>
  mailer: Pick<InquiryMailer, 'notifyRemoval'>
  sharing: Pick<InquirySharing, 'succeed'>
}

/** An inquiry with its opened answers; `note` says why they are missing although it was opened. */
type InquiryCopy = { inquiry: Inquiry; answers: OpenedAnswers[]; note?: string }

/** Creates the functions for a member's copy of their inquiries, and for closing their account. */
export const createMemberData = ({ database, inquiries, opening, sealing, mailer, sharing }: Dependencies) => ({
  /**
   * Reads a member's own inquiries one by one: what they entered, and answers that have been opened. Answers whose key is
   * lost are left out with a note, so that the rest can still be copied.
   */
  async *readForOwner(userId: string): AsyncGenerator<InquiryCopy[]> {
    for (const row of await listOwnInquiries(database.read, userId)) {
      const inquiry = await inquiries.getView(database.read, row.id, userId)
      if (!canReadAnswers(row)) yield [{ inquiry, answers: [] }]
      else if (!sealing.canUnseal(row)) yield [{ inquiry, answers: [], note: MESSAGES.keyLost }]
      else yield [{ inquiry, answers: await opening.listAnswers(row.id, userId) }]
    }
  },

  /** Lists the files that vendors have handed in to a member's opened inquiries, except those whose key is lost. */
  async listOpenedFiles(userId: string): Promise<{ inquiryId: string; fileId: string; name: string }[]> {
    const own = await listOwnInquiries(database.read, userId)
    const opened = own.filter((row) => canReadAnswers(row) && sealing.canUnseal(row))
    const lists = await Promise.all(
      opened.map(async ({ id }) =>
        (await opening.listAnswers(id, userId)).flatMap(({ handedIn }) =>
          handedIn.files.map((file) => ({ inquiryId: id, fileId: file.id, name: file.name })),
        ),
      ),
    )
    return lists.flat()
  },

  /**
   * Gives the inquiries of an account that is being deleted to their co-owners, and deletes those without one, inside the
   * caller's transaction. Vendors whose inquiry hasn't ended and is deleted are told; sealed answers are deleted unread,
   * with their keys.
   */
  async removeAccountData(transaction: Transaction, userId: string): Promise<void> {
    for (const row of await listOwnInquiries(transaction.db, userId)) {
      if (await sharing.succeed(transaction, row.id, { leavingId: userId, staysColleague: false })) continue
      await mailer.notifyRemoval(transaction, row)
      await deleteInquiry(transaction.db, row.id)
    }
  },
})
