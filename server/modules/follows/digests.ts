/** Tells members by mail what changed in what they follow, once a day or a week. */
import { MINUTE_MS } from '#contracts/durations.ts'
import type { DigestFrequency } from '#contracts/follows/frequencies.ts'
import { FOLLOWS } from '#contracts/limits.ts'
import { findNextDigest, findNextWeeklyDigest } from '#contracts/rules/digest-time.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { runIndependently } from '#server/platform/run-independently.ts'
import { buildDigestMail } from './mails.ts'
import { createNewsReader, type News, type NewsDependencies, type ProductNews } from './news.ts'
import { type DueDigest, type FollowRow, findDigest, listDueDigests, listFollows, saveDigest } from './store.ts'

/** The hour in Shanghai at which digests are sent. */
const HOUR = 9

/** What is saved by a long transaction, such as an import, is stamped before it can be read. */
const SETTLING_MS = 10 * MINUTE_MS

/** Returns when the next digest is due; `null` if none is wanted. */
export function findDueTime(now: Date, frequency: DigestFrequency): string | null {
  if (frequency === 'never') return null
  return frequency === 'daily' ? findNextDigest(now, HOUR) : findNextWeeklyDigest(now, HOUR)
}

type Dependencies = NewsDependencies & {
  database: Database
  clock: Clock
  mail: Pick<MailService, 'isReady' | 'queue'>
  publicUrl: string
}

type ReadNews = (follow: FollowRow, range: { since: string; until: string }) => Promise<News>

/** Creates the function that sends digests. */
export function createDigests(dependencies: Dependencies) {
  const { database, clock, mail, publicUrl } = dependencies
  const news = createNewsReader(dependencies, FOLLOWS.digestProducts)

  /** Returns what changed in all that a member follows, each product once, and the number of products. */
  async function collect(digest: DueDigest, until: string, readNews: ReadNews) {
    const changedIds = new Set<string>()
    const byProduct = new Map<string, ProductNews>()
    for (const follow of await listFollows(database.read, digest.userId)) {
      const since = follow.createdAt > digest.toldUntil ? follow.createdAt : digest.toldUntil
      if (since >= until) continue
      const followed = await readNews(follow, { since, until })
      for (const id of followed.changedIds) changedIds.add(id)
      for (const item of followed.products) byProduct.set(item.product.id, keepLonger(item, byProduct))
    }
    return { products: [...byProduct.values()], total: changedIds.size }
  }

  async function send(digest: DueDigest, until: string, readNews: ReadNews): Promise<boolean> {
    const { products, total } = await collect(digest, until, readNews)
    const { userId, name, email } = digest
    return database.write(async (transaction) => {
      await transaction.lockName(`follow digest ${userId}`)
      const current = await findDigest(transaction.db, userId)
      // Another node has sent it, or the member chose another time, since it was found to be due.
      if (!current || current.dueAt !== digest.dueAt) return false
      const dueAt = findDueTime(clock.now(), current.frequency)
      const toldUntil = until > current.toldUntil ? until : current.toldUntil
      await saveDigest(transaction.db, { userId, frequency: current.frequency, toldUntil, dueAt })
      if (products.length === 0) return false
      await mail.queue(transaction, { ...buildDigestMail({ name, products, total, publicUrl }), to: { name, email } })
      return true
    })
  }

  /** Queues the digests that are due; once mails can be sent again, if they can't. Returns the number of mails. */
  async function sendDue(): Promise<number> {
    const due = await listDueDigests(database.read, timestamp(clock))
    if (due.length === 0 || !(await mail.isReady())) return 0
    const until = new Date(clock.now().getTime() - SETTLING_MS).toISOString()
    const readNews = news.createShared()
    let count = 0
    await runIndependently(
      due.map((digest) => async () => {
        if (await send(digest, until, readNews)) count += 1
      }),
    )
    return count
  }

  return { sendDue }
}

/** Returns the news of a product with more updates: the product may be followed in several ways, for different times. */
function keepLonger(item: ProductNews, byProduct: ReadonlyMap<string, ProductNews>): ProductNews {
  const known = byProduct.get(item.product.id)
  return known && known.updates.length >= item.updates.length ? known : item
}
