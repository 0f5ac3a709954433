import { PAGES } from '#contracts/paths.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Write } from '#server/platform/database/database.ts'
import type { SubmissionRow } from './store.ts'

/**
 * Creates the mails of a submission, queued inside the transaction that causes them; each is sent if a template is set.
 */
export function createSubmissionMails({ mail, publicUrl }: { mail: MailService; publicUrl: string }) {
  const buildStatusLink = (receipt: string) =>
    `${publicUrl}${PAGES.submissionStatus}?${new URLSearchParams({ receipt })}`
  const getVendor = (row: SubmissionRow) => ({ name: row.contactName, email: row.contactEmail })
  const getVariables = ({ productName, companyName, contactName, receipt }: SubmissionRow) => ({
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
      await mail.queueTemplate(write, 'submissionReceipt', { ...getVariables(row), submitTime }, getVendor(row))
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

    /** Mails the vendor the verdict, their notes and the link to their product. */
    async notifyReviewed(write: Write, row: SubmissionRow): Promise<void> {
      const values = { ...getVariables(row), notes: row.vendorNotes }
      if (row.productId === null) await mail.queueTemplate(write, 'submissionRejected', values, getVendor(row))
      else {
        const productLink = publicUrl + PAGES.product(row.productId)
        await mail.queueTemplate(write, 'submissionApproved', { ...values, productLink }, getVendor(row))
      }
    },
  }
}

export type SubmissionMails = ReturnType<typeof createSubmissionMails>
