import { DECISION_MAIL_DELAY_MS } from '#contracts/limits.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type Published = {
  vendor: { name: string; email: string }
  product: { id: string; name: string }
  recommendation: string
  score: number
  publicUrl: string
}

/**
 * Creates the mail that informs a product's vendor of a published evaluation and where to state their view. It is
 * delayed, so that the evaluation can be withdrawn before it is sent.
 */
export function createPublishedMail({ vendor, product, recommendation, score, publicUrl }: Published) {
  const kind: MailKind = 'evaluationPublished'
  return {
    kind,
    to: vendor,
    delayMs: DECISION_MAIL_DELAY_MS,
    subject: `平台发布了对${product.name}的评估`,
    html: paragraphs(
      greeting(vendor.name || '厂商'),
      `对“${escapeHtml(product.name)}”的评估已显示在产品页上：${recommendation}，${score}分。逐条得分与证据等级都在页上，可以核对。`,
      '您可以就评估的事实作一则声明，审核通过后与评估一同显示。请用这个邮箱的账号登录；没有账号的，请以这个邮箱注册并验证。',
      mailLink(publicUrl + PAGES.vendorStatement(product.id), '查看评估并作声明'),
    ),
  }
}
