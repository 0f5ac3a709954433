/** Mails about changes of the address that represents a product's vendor. */
import type { MailKind } from '#contracts/mail/mail.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { greeting, paragraphs } from '#server/platform/mail/mail-text.ts'
import { listProducts, type ProductRow } from './store.ts'

/** A product as it was, and its contact's address afterwards, which may be the same. */
export type SavedContact = { row: Pick<ProductRow, 'name' | 'company' | 'contactEmail'>; contactEmail: string }

const KIND: MailKind = 'vendorContactChanged'
const RIGHTS = '提交产品更新、回复会员评价、对评估作出声明'

/** Returns whether a saved contact is another address; the case of letters makes no difference. */
const isContactChanged = ({ row, contactEmail }: SavedContact): boolean =>
  row.contactEmail.toLowerCase() !== contactEmail.toLowerCase()

/** Creates the function that mails the changed ones of saved contacts, inside the transaction of the save. */
export const createContactMailer =
  (mail: Pick<MailService, 'queue'>) =>
  async (transaction: Transaction, contacts: readonly SavedContact[]): Promise<void> => {
    for (const contact of contacts.filter(isContactChanged))
      for (const content of createContactMails(contact)) await mail.queue(transaction, content)
  }

/** Returns the contacts of products that are about to be saved. New products have nobody who must be told. */
export async function listSavedContacts(
  { db }: Transaction,
  saves: readonly { id: string; contactEmail?: string }[],
): Promise<SavedContact[]> {
  const contacts = new Map(
    saves.flatMap(({ id, contactEmail }) => (contactEmail === undefined ? [] : [[id, contactEmail]])),
  )
  const rows = contacts.size > 0 ? await listProducts(db, [...contacts.keys()]) : []
  return rows.map((row) => ({ row, contactEmail: contacts.get(row.id) ?? row.contactEmail }))
}

/** Creates a mail to the previous address and one to the new one. Neither names the other address. */
function createContactMails({ row: { name, company, contactEmail: before }, contactEmail: after }: SavedContact) {
  const product = `“${escapeHtml(name)}”`
  const createMail = (email: string, subject: string, text: string) => ({
    kind: KIND,
    to: { name: company, email },
    subject,
    html: paragraphs(greeting(company || '厂商'), text, '如有疑问，请直接与平台联系。'),
  })
  return [
    ...(before === ''
      ? []
      : [
          createMail(
            before,
            `您的邮箱不再代表${name}`,
            `${product}的联系邮箱已更改，这个邮箱的账号不再代表厂商，不能再${RIGHTS}。`,
          ),
        ]),
    ...(after === ''
      ? []
      : [
          createMail(
            after,
            `您的邮箱现在代表${name}`,
            `这个邮箱已登记为${product}的联系邮箱。以它注册并验证的账号代表厂商，可以${RIGHTS}。`,
          ),
        ]),
  ]
}
