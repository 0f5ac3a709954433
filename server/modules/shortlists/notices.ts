/** Notifies owners when the facts of products have changed the result of a shortlist. */
import { z } from 'zod'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { MATCH_STATUS_LABELS, MATCH_STATUSES } from '#contracts/shortlists/statuses.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { MatchedCatalogue } from './match.ts'

/** The result last sent to the owner: name and status of each product that met or might meet the requirements. */
export const NotifiedResultSchema = z.record(z.string(), z.object({ name: z.string(), status: z.enum(MATCH_STATUSES) }))
export type NotifiedResult = z.infer<typeof NotifiedResultSchema>

/** Reduces a result to what notifications compare. Failing products are omitted, as most of a catalogue fails. */
export const toNotifiedResult = ({ meets, may }: MatchedCatalogue): NotifiedResult =>
  Object.fromEntries(
    [...meets.products, ...may.products].map(({ product, name, match }) => [
      product.id,
      { name, status: match.status },
    ]),
  )

/** Returns a sentence for each product whose status changed. */
export function describeResultChanges(previous: NotifiedResult, current: NotifiedResult): string[] {
  const ids = new Set([...Object.keys(previous), ...Object.keys(current)])
  return [...ids].flatMap((id) => {
    const [oldStatus, newStatus] = [previous[id]?.status ?? 'fails', current[id]?.status ?? 'fails']
    const name = current[id]?.name ?? previous[id]?.name ?? id
    return oldStatus === newStatus
      ? []
      : `${name}：${MATCH_STATUS_LABELS[oldStatus]} → ${MATCH_STATUS_LABELS[newStatus]}`
  })
}

type Notice = { name: string; title: string; id: string; changes: readonly string[]; publicUrl: string }

/** Builds the email to a shortlist's owner. */
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
