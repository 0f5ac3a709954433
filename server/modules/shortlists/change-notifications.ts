/**
 * Notifies subscribers if changed facts have changed the result of a shortlist, or if facts of its candidates have changed.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { MATCH_STATUS_LABELS, MATCH_STATUSES } from '#contracts/shortlists/statuses.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import { runIndependently } from '#server/platform/run-independently.ts'
import type { MatchedShortlist } from './match.ts'
import {
  findShortlist,
  findSubscription,
  listSubscribedShortlists,
  type SubscribedShortlistRow,
  saveSubscription,
} from './store.ts'
import { parseContents, type ShortlistContents } from './stored-shortlist.ts'
import { getShortlistLock } from './topics.ts'

type Dependencies = {
  database: Database
  mail: Pick<MailService, 'queue'>
  matchContents: (contents: ShortlistContents) => Promise<MatchedShortlist>
  publicUrl: string
}

/** Creates the function that notifies the subscribers of shortlists. */
export function createChangeNotifications({ database, mail, matchContents, publicUrl }: Dependencies) {
  /** Emails a subscriber of a shortlist if its result has changed since their last email. */
  async function notifyOfChanges(row: SubscribedShortlistRow): Promise<void> {
    const { id, version, title, userId, userName: name, userEmail: email } = row
    const previous = NotifiedResultSchema.parse(row.notifiedResultJson ?? {})
    const current = toNotifiedResult(await matchContents(parseContents(row)))
    if (isDeepStrictEqual(previous, current)) return
    const changes = describeResultChanges(previous, current)
    await database.write(async (transaction) => {
      await transaction.lockName(getShortlistLock(id))
      // The shortlist was changed or deleted since it was read; the next run compares it again.
      if ((await findShortlist(transaction.db, id))?.version !== version) return
      const key = { userId, shortlistId: id }
      if (!(await findSubscription(transaction.db, key))) return
      await saveSubscription(transaction.db, { ...key, notifiedResultJson: JSON.stringify(current) })
      if (changes.length === 0) return
      await mail.queue(transaction, {
        ...buildChangeMail({ name, title, id, changes, publicUrl }),
        to: { name, email },
      })
    })
  }

  return {
    /**
     * Notifies subscribers by mail if results, or facts of candidates, have changed since the last notification. A failed
     * shortlist doesn't stop the others; their errors are thrown afterwards.
     */
    async sendChangeNotifications(): Promise<void> {
      const rows = await listSubscribedShortlists(database.read)
      await runIndependently(rows.map((row) => () => notifyOfChanges(row)))
    },
  }
}

const NotifiedProductSchema = z.object({
  name: z.string(),
  status: z.enum(MATCH_STATUSES),
  /** Set only for candidates: facts of other products matter only if they change the status. */
  factsUpdatedOn: z.string().nullable().optional(),
  /** Set only for candidates that are no longer in the catalogue. */
  isUnlisted: z.literal(true).optional(),
})
type NotifiedProduct = z.infer<typeof NotifiedProductSchema>

/** The result at the last notification: each matching or uncertain product and each candidate, by product id. */
const NotifiedResultSchema = z.record(z.string(), NotifiedProductSchema)
type NotifiedResult = z.infer<typeof NotifiedResultSchema>

/**
 * Reduces a result to the fields that notifications compare. Omits failing products, since most of a catalogue fails.
 */
export function toNotifiedResult({ result, candidates, unlisted }: MatchedShortlist): NotifiedResult {
  const notified: NotifiedResult = {}
  for (const { product, match } of [...result.matching.products, ...result.uncertain.products])
    notified[product.id] = { name: product.name, status: match.status }
  for (const { product, match, factsUpdatedOn } of candidates)
    notified[product.id] = { name: product.name, status: match.status, factsUpdatedOn }
  for (const { id, name } of unlisted) notified[id] = { name, status: 'failing', isUnlisted: true }
  return notified
}

/** Returns a sentence for each product whose status changed, and for each candidate whose facts did. */
function describeResultChanges(previous: NotifiedResult, current: NotifiedResult): string[] {
  const ids = new Set([...Object.keys(previous), ...Object.keys(current)])
  return [...ids].flatMap((id) => {
    const change = describeChange(previous[id], current[id])
    return change ? `${current[id]?.name ?? previous[id]?.name ?? id}：${change}` : []
  })
}

function describeChange(previous: NotifiedProduct | undefined, current: NotifiedProduct | undefined) {
  // Whoever works on the shortlist has added or removed this candidate, which needs no notification.
  if ((!previous && isCandidate(current)) || (!current && isCandidate(previous))) return undefined
  if (current?.isUnlisted !== previous?.isUnlisted) return current?.isUnlisted ? '已下线' : '重新上线'
  if (current?.isUnlisted) return undefined
  const [oldStatus, newStatus] = [previous?.status ?? 'failing', current?.status ?? 'failing']
  if (oldStatus !== newStatus) return `${MATCH_STATUS_LABELS[oldStatus]} → ${MATCH_STATUS_LABELS[newStatus]}`
  const isComparable = previous?.factsUpdatedOn !== undefined && current?.factsUpdatedOn !== undefined
  return isComparable && previous.factsUpdatedOn !== current.factsUpdatedOn ? '资料有更新' : undefined
}

const isCandidate = (product: NotifiedProduct | undefined): boolean =>
  product !== undefined && (product.factsUpdatedOn !== undefined || product.isUnlisted === true)

type ChangeNotification = { name: string; title: string; id: string; changes: readonly string[]; publicUrl: string }

/** Builds the mail that notifies a subscriber of a shortlist of changes. */
function buildChangeMail({ name, title, id, changes, publicUrl }: ChangeNotification) {
  const kind: MailKind = 'shortlistChanged'
  return {
    kind,
    subject: `清单“${title}”有变化`,
    html: paragraphs(
      greeting(name),
      `清单“${escapeHtml(title)}”中有${changes.length}个产品发生了变化：`,
      changes.map(escapeHtml).join('<br>'),
      mailLink(publicUrl + PAGES.shortlist(id), '查看清单'),
      '不想再收到这类邮件，可在清单页面取消勾选“邮件通知我”。',
    ),
  }
}
