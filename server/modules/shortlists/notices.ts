/** Notifies owners when the facts of products have changed the result of a shortlist. */
import { z } from 'zod'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { MATCH_STATUS_LABELS, MATCH_STATUSES } from '#contracts/shortlists/statuses.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { MatchedCatalogue } from './match.ts'

/** What the owner was last notified of: the status of each product that met or might meet the requirements, with its name. */
export const NotifiedResultSchema = z.record(z.string(), z.object({ name: z.string(), status: z.enum(MATCH_STATUSES) }))
export type NotifiedResult = z.infer<typeof NotifiedResultSchema>

/** Returns a result as owners are notified of it. Products that fail are left out: most of a catalogue does. */
export const toNotifiedResult = ({ meets, may }: MatchedCatalogue): NotifiedResult =>
  Object.fromEntries(
    [...meets.products, ...may.products].map(({ product, name, match }) => [
      product.id,
      { name, status: match.status },
    ]),
  )

/** Returns a sentence for each product whose status changed. */
export function describeResultChanges(before: NotifiedResult, after: NotifiedResult): string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...ids].flatMap((id) => {
    const [was, is] = [before[id]?.status ?? 'fails', after[id]?.status ?? 'fails']
    const name = after[id]?.name ?? before[id]?.name ?? id
    return was === is ? [] : `${name}：${MATCH_STATUS_LABELS[was]} → ${MATCH_STATUS_LABELS[is]}`
  })
}

type Notice = { name: string; title: string; id: string; changes: readonly string[]; publicUrl: string }

/** Returns the mail to the owner of a shortlist. */
export function shortlistMail({ name, title, id, changes, publicUrl }: Notice) {
  const kind: MailKind = 'shortlistChanged'
  return {
    kind,
    subject: `清单“${title}”的结果有变化`,
    html: paragraphs(
      greeting(name),
      `产品资料更新后，您的清单“${escapeHtml(title)}”有${changes.length}个产品的结果变了：`,
      changes.map(escapeHtml).join('<br>'),
      mailLink(publicUrl + PAGES.shortlist(id), '查看清单'),
      '不想再收到这类邮件，可在清单页面关闭“结果变化时通知我”。',
    ),
  }
}
