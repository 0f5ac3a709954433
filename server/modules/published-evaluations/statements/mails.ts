import type { MailKind } from '#contracts/mail/mail.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type Decision = {
  isApproved: boolean
  author: { name: string; email: string }
  productName: string
  /** The product's page, or the page to rewrite a rejected statement. */
  url: string
  rejectionReason: string
}

/** Creates the mail with the decision on a vendor's statement. */
export function createDecisionMail({ isApproved, author, productName, url, rejectionReason }: Decision) {
  const kind: MailKind = 'statementDecided'
  const product = `“${escapeHtml(productName)}”`
  return {
    kind,
    to: author,
    subject: `厂商声明${isApproved ? '已发布' : '未通过审核'}：${productName}`,
    html: paragraphs(
      greeting(author.name),
      isApproved
        ? `您对${product}评估结论的声明已通过审核，显示在产品页上。`
        : `您对${product}评估结论的声明没有通过审核，原因：${escapeHtml(rejectionReason)}。修改后可以重新提交。`,
      mailLink(url, isApproved ? '打开产品页' : '重新填写声明'),
    ),
  }
}
