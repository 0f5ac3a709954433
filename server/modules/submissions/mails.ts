import { VERDICT_MAIL_DELAY_MS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Write } from '#server/platform/database/database.ts'
import type { SubmissionRow } from './store.ts'

/** What became of a verdict's mail when the verdict was taken back. */
export type WithdrawnMail = 'none' | 'unsent' | 'sent'

type Reviewed = Omit<SubmissionRow, 'productBeforeJson'>

/**
 * Creates the mails of a submission, queued inside the transaction that causes them; each is sent if a template is set.
 */
export function createSubmissionMails({ mail, publicUrl }: { mail: MailService; publicUrl: string }) {
  const buildStatusLink = (receipt: string) =>
    `${publicUrl}${PAGES.submissionStatus}?${new URLSearchParams({ receipt })}`
  const getVendor = (row: Reviewed) => ({ name: row.contactName, email: row.contactEmail })
  const getVariables = ({ productName, companyName, contactName, receipt }: Reviewed) => ({
    productName,
    companyName,
    contactName,
    receipt,
    statusLink: buildStatusLink(receipt),
  })

  return {
    /** Mails the vendor, and the staff if enabled in the settings. */
    async notifyReceived(write: Write, row: SubmissionRow, notifiesStaff: boolean): Promise<void> {
      const submitTime = formatMinuteInShanghai(new Date(row.createdAt))
      await mail.queueTemplate(write, 'submissionReceipt', { ...getVariables(row), submitTime }, { to: getVendor(row) })
      if (!notifiesStaff) return
      const { productName, companyName, contactName, productDescription } = row
      await mail.queueTemplate(write, 'submission', {
        productName,
        companyName,
        contactName,
        productDescription,
        submitTime,
        phone: row.contactPhone,
        email: row.contactEmail,
      })
    },

    /**
     * Mails the vendor the verdict, their notes and the link to their product, a while later, so that the verdict can be
     * taken back before it reaches them. Returns the mail's id, `null` if none is sent.
     */
    async queueVerdict(write: Write, row: Reviewed): Promise<string | null> {
      const values = { ...getVariables(row), notes: row.vendorNotes }
      const options = { to: getVendor(row), delayMs: VERDICT_MAIL_DELAY_MS }
      const [id = null] = await (row.productId === null
        ? mail.queueTemplate(write, 'submissionRejected', values, options)
        : mail.queueTemplate(
            write,
            'submissionApproved',
            { ...values, productLink: publicUrl + PAGES.product(row.productId) },
            options,
          ))
      return id
    },

    /** Removes the verdict's mail from the outbox, if it was not sent. */
    async withdrawVerdict(write: Write, { verdictMailId }: SubmissionRow): Promise<WithdrawnMail> {
      if (verdictMailId === null) return 'none'
      return (await mail.outbox.withdraw(write, verdictMailId)) ? 'unsent' : 'sent'
    },
  }
}

export type SubmissionMails = ReturnType<typeof createSubmissionMails>
