import { DECISION_MAIL_DELAY_MS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { ReviewWithContext } from './store.ts'

export type ReviewMails = ReturnType<typeof createReviewMails>

/** Creates the mails about decisions. They are queued inside the caller's transaction; an empty template sends none. */
export function createReviewMails({ mail, publicUrl }: { mail: MailService; publicUrl: string }) {
  /** Removes the unsent mail of an earlier decision from the outbox. */
  async function withdraw(
    transaction: Transaction,
    { decisionMailId }: Pick<ReviewWithContext, 'decisionMailId'>,
  ): Promise<void> {
    if (decisionMailId !== null) await mail.outbox.cancel(transaction, [decisionMailId])
  }

  return {
    withdraw,

    /**
     * Queues a mail that notifies the author of the decision, in place of the unsent mail of an earlier decision. It is
     * delayed, so that the decision can be changed before the mail is sent. `rejectionReason` is `null` for an approval.
     * Returns the mail's id; `null` if none is sent.
     */
    async replaceDecisionMail(
      transaction: Transaction,
      review: ReviewWithContext,
      rejectionReason: string | null,
    ): Promise<string | null> {
      await withdraw(transaction, review)
      const { authorName, authorEmail, productName, productId, catalogue } = review
      if (authorName === null || authorEmail === null) return null
      const values = { productName, contactName: authorName, reviewsLink: publicUrl + PAGES.myReviews }
      const options = { to: { name: authorName, email: authorEmail }, delayMs: DECISION_MAIL_DELAY_MS }
      const path = PRODUCT_PAGES[catalogue](productId)
      const [id = null] = await (rejectionReason === null
        ? mail.queueTemplate(transaction, 'reviewPublished', { ...values, productLink: publicUrl + path }, options)
        : mail.queueTemplate(transaction, 'reviewRejected', { ...values, notes: rejectionReason }, options))
      return id
    },
  }
}
