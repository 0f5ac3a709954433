import type { MailKind } from '#contracts/mail/mail.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, paragraphs } from '#server/platform/mail/mail-text.ts'

type ContactChange = { productName: string; company: string; before: string; after: string }

const KIND: MailKind = 'vendorContactChanged'

/**
 * Creates the mails about a change of the address that represents a product's vendor: one to the previous address, one
 * to the new one. Neither names the other address.
 */
export function createContactMails({ productName, company, before, after }: ContactChange) {
  const product = `“${escapeHtml(productName)}”`
  const rights = '提交产品更新、回复会员评价、对评估作出声明'
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
            `您的邮箱不再代表${productName}`,
            `${product}的联系邮箱已更改，这个邮箱的账号不再代表厂商，不能再${rights}。`,
          ),
        ]),
    ...(after === ''
      ? []
      : [
          createMail(
            after,
            `您的邮箱现在代表${productName}`,
            `这个邮箱已登记为${product}的联系邮箱。以它注册并验证的账号代表厂商，可以${rights}。`,
          ),
        ]),
  ]
}
