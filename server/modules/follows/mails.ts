import { FOLLOWS } from '#contracts/limits.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import { UPDATE_KIND_LABELS } from '#contracts/product-updates/update-kinds.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { ProductNews } from './news.ts'

type Digest = {
  name: string
  products: readonly ProductNews[]
  /** How many products have changed, which may be more than are listed. */
  total: number
  publicUrl: string
}

/** Builds the mail that tells what changed in the products that a member follows. */
export function buildDigestMail({ name, products, total, publicUrl }: Digest): {
  kind: MailKind
  subject: string
  html: string
} {
  const [first] = products
  const listed = products.slice(0, FOLLOWS.digestProducts)
  const rest = total - listed.length
  return {
    kind: 'followDigest',
    subject: products.length > 1 ? `“${first?.product.name}”等${total}个产品有变化` : `“${first?.product.name}”有变化`,
    html: paragraphs(
      greeting(name),
      '您关注的产品有这些变化：',
      ...listed.map((item) => describeProduct(item, publicUrl)),
      ...(rest > 0 ? [`还有${rest}个产品有变化。`] : []),
      mailLink(publicUrl + PAGES.following, '查看我的关注'),
    ),
  }
}

function describeProduct({ product, updates }: ProductNews, publicUrl: string): string {
  const url = publicUrl + getProductPath(product.catalogue, product)
  const lines = updates
    .slice(0, FOLLOWS.updatesPerProduct)
    .map(({ kind, at, text }) => escapeHtml(`${toDay(new Date(at))} ${UPDATE_KIND_LABELS[kind]}：${text}`))
  return [`<a href="${escapeHtml(url)}">${escapeHtml(product.name)}</a>`, ...lines].join('<br>')
}
