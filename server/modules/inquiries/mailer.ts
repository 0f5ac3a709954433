import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { createInvitationMail, createNotice, createOwnerNotice, type NamedInquiry, type Notice } from './mails.ts'
import { isToldOfChanges } from './policy.ts'
import { type InquiryRow, type InvitationRow, listInvitations } from './store.ts'
import { getPublished, parseContents } from './stored-inquiry.ts'

type Dependencies = {
  mail: Pick<MailService, 'isReady' | 'queue'>
  settings: Pick<SettingsService, 'getGeneral'>
  publicUrl: string
}

export type InquiryMailer = ReturnType<typeof createInquiryMailer>
type Vendor = Pick<InvitationRow, 'email' | 'product'>

/** Creates the functions that queue the mails of an inquiry inside the caller's transaction. */
export function createInquiryMailer({ mail, settings, publicUrl }: Dependencies) {
  async function nameInquiry(db: Queryable, inquiry: InquiryRow, { product }: Vendor): Promise<NamedInquiry> {
    const { title, products } = parseContents(inquiry)
    const { newest } = await getPublished(db, inquiry.id)
    return {
      title,
      deadline: newest.deadline,
      askerName: newest.askerName,
      productName: products.find(({ key }) => key === product)?.name ?? '',
      siteName: (await settings.getGeneral(db)).siteName,
    }
  }

  async function notify(transaction: Transaction, inquiry: InquiryRow, vendor: Vendor, message: NoticeMessage) {
    const named = await nameInquiry(transaction.db, inquiry, vendor)
    const content = createNotice(message.notice, named, message.note)
    await mail.queue(transaction, { ...content, to: { name: '', email: vendor.email } })
  }

  return {
    isReady: mail.isReady,

    /** Queues an invitation. Returns whether it will be sent: an address gets only so many a day. */
    async invite(transaction: Transaction, inquiry: InquiryRow, vendor: Vendor, link: string): Promise<boolean> {
      const content = createInvitationMail(await nameInquiry(transaction.db, inquiry, vendor), link)
      return (await mail.queue(transaction, { ...content, to: { name: '', email: vendor.email } })) !== null
    },

    /** Queues a notice to one vendor. */
    notify,

    /** Queues a notice to every vendor who was invited and hasn't refused. */
    async notifyAll(transaction: Transaction, inquiry: InquiryRow, message: NoticeMessage): Promise<void> {
      for (const invitation of await listInvitations(transaction.db, inquiry.id))
        if (isToldOfChanges(invitation)) await notify(transaction, inquiry, invitation, message)
    },

    /** Queues a mail to the owner, or to the second person who confirms the opening. */
    async notifyOwner(
      transaction: Transaction,
      inquiry: InquiryRow,
      { to, notice, note }: { to: { name: string; email: string }; notice: 'question' | 'confirm'; note: string },
    ): Promise<void> {
      const { title } = parseContents(inquiry)
      await mail.queue(transaction, { ...createOwnerNotice(notice, { id: inquiry.id, title, publicUrl, note }), to })
    },
  }
}

type NoticeMessage = { notice: Notice; note: string }
