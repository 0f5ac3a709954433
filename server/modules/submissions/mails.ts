import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { DECISION_MAIL_DELAY_MS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import type { StoredReason } from '#contracts/submissions/return-reasons.ts'
import { UPDATE_MESSAGES } from '#contracts/vendors/messages.ts'
import type { MailService, WithdrawnMail } from '#server/modules/mail/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { greeting, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { SubmissionRow } from './store.ts'

type Submission = Omit<SubmissionRow, 'previousProductJson'>

/** Returns what the mails are about: the product, or its update. */
const getSubject = ({ productName, updatesProductId }: Submission): string =>
  updatesProductId === null ? productName : UPDATE_MESSAGES.mailSubject(productName)

/**
 * Creates the mails about submissions. They are queued inside the caller's transaction; an empty template sends none.
 */
export function createSubmissionMails({ mail, publicUrl }: { mail: MailService; publicUrl: string }) {
  const buildStatusLink = (receipt: string) =>
    `${publicUrl}${PAGES.submissionStatus}?${new URLSearchParams({ receipt })}`
  const getRecipient = (row: Submission) => ({ name: row.contactName, email: row.contactEmail })
  const getVariables = (row: Submission) => {
    const { companyName, contactName, receipt } = row
    return { productName: getSubject(row), companyName, contactName, receipt, statusLink: buildStatusLink(receipt) }
  }

  return {
    /** Queues the mails about a new submission: the receipt for the vendor, and a notification for the staff if enabled. */
    async queueReceivedMails(
      transaction: Transaction,
      row: SubmissionRow,
      { isStaffNotified }: { isStaffNotified: boolean },
    ): Promise<void> {
      const submitTime = formatMinuteInShanghai(new Date(row.createdAt))
      await mail.queueTemplate(
        transaction,
        'submissionReceipt',
        { ...getVariables(row), submitTime },
        { to: getRecipient(row) },
      )
      if (!isStaffNotified) return
      const { companyName, contactName, productDescription } = row
      const values = {
        productName: getSubject(row),
        companyName,
        contactName,
        productDescription,
        submitTime,
        phone: row.contactPhone,
        email: row.contactEmail,
      }
      const url = `${publicUrl}${ADMIN_PAGES.submissionReview}?${new URLSearchParams({ id: row.id })}`
      await mail.queueTemplate(transaction, 'submission', values, { link: { url, label: MESSAGES.mailLink } })
    },

    /**
     * Queues a mail to the vendor with the decision, the notes for them and the link to their product. It is delayed, so
     * that the decision can be withdrawn before it is sent. Returns the mail's id; `null` if none is sent.
     */
    async queueDecisionMail(transaction: Transaction, row: Submission): Promise<string | null> {
      const values = { ...getVariables(row), notes: row.vendorNotes }
      const options = { to: getRecipient(row), delayMs: DECISION_MAIL_DELAY_MS }
      const [id = null] = await (row.productId === null
        ? mail.queueTemplate(transaction, 'submissionRejected', values, options)
        : mail.queueTemplate(
            transaction,
            'submissionApproved',
            { ...values, productLink: publicUrl + PAGES.product(row.productId) },
            options,
          ))
      return id
    },

    /** Queues a mail to the vendor with what they have to correct, with the same delay. Returns its id; `null` if none is sent. */
    async queueReturnMail(
      transaction: Transaction,
      row: Submission,
      reasons: readonly StoredReason[],
    ): Promise<string | null> {
      const lines = reasons.map(({ label, message }) => `${label}：${message}`)
      const values = { ...getVariables(row), notes: row.vendorNotes, reasons: lines.join('\n') }
      const options = { to: getRecipient(row), delayMs: DECISION_MAIL_DELAY_MS }
      const [id = null] = await mail.queueTemplate(transaction, 'submissionReturned', values, options)
      return id
    },

    /** Queues a mail to the address that a correction has replaced, whose owner may not know; it doesn't name the new one. */
    async queueContactChangedMail(transaction: Transaction, before: Submission): Promise<void> {
      const { contactName, productName, receipt } = before
      await mail.queue(transaction, {
        kind: 'submissionContactChanged',
        to: getRecipient(before),
        subject: `您提交的${productName}已更换联系邮箱`,
        html: paragraphs(
          greeting(contactName),
          `“${escapeHtml(productName)}”（回执号${escapeHtml(receipt)}）补正时更换了联系邮箱，这个邮箱不再用于查询进度，也不再收到审核通知。`,
          '如果您并不知情，请尽快与平台联系。',
        ),
      })
    },

    /** Queues a mail to the vendor with a message of the reviewers. */
    async queueMessageMail(transaction: Transaction, row: Submission, message: string): Promise<void> {
      const values = { ...getVariables(row), message }
      await mail.queueTemplate(transaction, 'submissionMessage', values, { to: getRecipient(row) })
    },

    /** Removes the decision's unsent mail from the outbox. */
    cancelDecisionMail: (transaction: Transaction, { decisionMailId }: SubmissionRow): Promise<WithdrawnMail> =>
      mail.outbox.cancel(transaction, decisionMailId === null ? [] : [decisionMailId]),
  }
}

export type SubmissionMails = ReturnType<typeof createSubmissionMails>
