import type { HandedInBy } from '#contracts/inquiries/question.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import {
  createInvitationMail,
  createNotice,
  createOwnerNotice,
  createSubmitterNotice,
  type NamedInquiry,
  type Notice,
  type OwnerNotice,
  type SubmitterNotice,
} from './mails.ts'
import { isHandedIn, isToldOfChanges } from './policy.ts'
import {
  deleteBlock,
  type InquiryRow,
  type InvitationRow,
  insertBlock,
  isBlocked,
  listBlocks,
  listInvitations,
} from './store.ts'
import { getPublished, parseContents } from './stored-inquiry.ts'

type Dependencies = {
  database: Database
  mail: Pick<MailService, 'isReady' | 'queue'>
  settings: Pick<SettingsService, 'getGeneral'>
  encryption: Encryption
  publicUrl: string
}

/** The purpose of the keyed hashes of addresses that refuse inquiries. */
const BLOCK_PURPOSE = 'addresses that refuse inquiries'

export type InquiryMailer = ReturnType<typeof createInquiryMailer>
type Vendor = Pick<InvitationRow, 'email' | 'product'>

/** Creates the functions that queue the mails of an inquiry inside the caller's transaction. */
export function createInquiryMailer({ database, mail, settings, encryption, publicUrl }: Dependencies) {
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

  /** Returns whether an address refuses all mails about inquiries. */
  const isRefusing = (db: Queryable, email: string): Promise<boolean> =>
    isBlocked(db, encryption.listHashes(email.toLowerCase(), BLOCK_PURPOSE))

  /** Returns the row of an address that refuses inquiries. */
  const createBlock = (address: string, createdAt: string) => ({
    addressHash: encryption.hash(address, BLOCK_PURPOSE),
    addressEncrypted: encryption.encrypt(address, BLOCK_PURPOSE),
    createdAt,
  })

  /** Queues a notice to a vendor, unless the address refuses it. Returns whether it will be sent. */
  async function notify(
    transaction: Transaction,
    inquiry: InquiryRow,
    vendor: Vendor,
    message: NoticeMessage,
  ): Promise<boolean> {
    if (await isRefusing(transaction.db, vendor.email)) return false
    const named = await nameInquiry(transaction.db, inquiry, vendor)
    const content = createNotice(message.notice, named, message.note)
    return (
      (await mail.queue(transaction, { ...content, to: { name: '', email: vendor.email }, aboutId: inquiry.id })) !==
      null
    )
  }

  /** Queues a notice to every vendor who was invited and hasn't refused. */
  async function notifyAll(transaction: Transaction, inquiry: InquiryRow, message: NoticeMessage): Promise<void> {
    for (const invitation of await listInvitations(transaction.db, inquiry.id))
      if (isToldOfChanges(invitation)) await notify(transaction, inquiry, invitation, message)
  }

  return {
    isReady: mail.isReady,
    isRefusing,

    /** Remembers that an address refuses all mails about inquiries. */
    refuse: (db: Queryable, email: string, at: string) => insertBlock(db, createBlock(email.toLowerCase(), at)),

    /** Hashes and encrypts again the refusing addresses of a previous `APP_SECRET`. Returns their number. */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let count = 0
        for (const { addressHash, addressEncrypted, createdAt } of await listBlocks(db)) {
          if (encryption.reencrypt(addressEncrypted, BLOCK_PURPOSE) === undefined) continue
          await deleteBlock(db, addressHash)
          await insertBlock(db, createBlock(encryption.decrypt(addressEncrypted, BLOCK_PURPOSE), createdAt))
          count += 1
        }
        return count
      }),

    /** Queues an invitation. Returns whether it will be sent: an address gets only so many a day. */
    async invite(transaction: Transaction, inquiry: InquiryRow, vendor: Vendor, link: string): Promise<boolean> {
      const content = createInvitationMail(await nameInquiry(transaction.db, inquiry, vendor), link)
      return (
        (await mail.queue(transaction, { ...content, to: { name: '', email: vendor.email }, aboutId: inquiry.id })) !==
        null
      )
    },

    notify,
    notifyAll,

    /** Queues a mail to whoever handed in for a vendor by their own account, unless their address refuses it. */
    async notifySubmitter(
      transaction: Transaction,
      inquiry: InquiryRow,
      vendor: Vendor,
      { to, organisation, notice, by }: SubmitterMessage,
    ): Promise<void> {
      if (await isRefusing(transaction.db, to.email)) return
      const named = await nameInquiry(transaction.db, inquiry, vendor)
      const content = createSubmitterNotice(notice, named, { name: to.name, organisation, by, publicUrl })
      await mail.queue(transaction, { ...content, to, aboutId: inquiry.id })
    },

    /**
     * Tells the vendors of an inquiry that is being deleted: before the opening that it is cancelled, after it those who
     * handed in that there is no outcome. Those of one that has ended know it.
     */
    async notifyRemoval(transaction: Transaction, inquiry: InquiryRow): Promise<void> {
      if (inquiry.status === 'open') await notifyAll(transaction, inquiry, { notice: 'cancelled', note: '' })
      if (inquiry.status !== 'opened') return
      for (const invitation of await listInvitations(transaction.db, inquiry.id))
        if (isHandedIn(invitation)) await notify(transaction, inquiry, invitation, { notice: 'ended', note: '' })
    },

    /** Queues a mail to somebody on the asking side: the owner, a colleague, or the second person who opens. */
    async notifyAsker(
      transaction: Transaction,
      inquiry: InquiryRow,
      { to, notice, note }: { to: { name: string; email: string }; notice: OwnerNotice; note: string },
    ): Promise<void> {
      const { title } = parseContents(inquiry)
      const { siteName } = await settings.getGeneral(transaction.db)
      const content = createOwnerNotice(notice, { id: inquiry.id, title, publicUrl, siteName, note })
      await mail.queue(transaction, { ...content, to, aboutId: inquiry.id })
    },
  }
}

type NoticeMessage = { notice: Notice; note: string }
type SubmitterMessage = {
  to: { name: string; email: string }
  organisation: string
  notice: SubmitterNotice
  by: HandedInBy | null
}
