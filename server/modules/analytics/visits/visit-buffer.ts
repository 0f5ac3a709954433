import type { Device } from '#contracts/analytics/analytics.ts'
import type { ViewedPage } from './page-path.ts'

type Visit = { day: string; page: ViewedPage; hash: string; device: Device; referrer: string | undefined }

/** One page's visits on one day that aren't in the database yet. */
export type PageVisits = {
  day: string
  page: ViewedPage
  views: number
  hashes: Set<string>
  devices: Map<string, number>
  referrers: Map<string, number>
}

/** The maximum number of buffered views while the database is unavailable. Further ones aren't counted. */
const MAX_VIEWS = 100_000
/** The maximum number of buffered pages. Forged URLs of products that don't exist are buffered, too. */
const MAX_PAGES = 10_000

/** Adds to the count of a name; 1 if `count` is omitted. */
export const increment = (sums: Map<string, number>, name: string, count = 1) =>
  sums.set(name, (sums.get(name) ?? 0) + count)

/** Buffers visits, so that a burst of them is written in one transaction. */
export function createVisitBuffer() {
  let pages = new Map<string, PageVisits>()
  let views = 0

  function add({ day, page, hash, device, referrer }: Visit): void {
    if (views >= MAX_VIEWS) return
    const key = `${day}\n${page.path}\n${page.product?.idOrName ?? ''}`
    const existing = pages.get(key)
    if (!existing && pages.size >= MAX_PAGES) return
    const visits = existing ?? { day, page, views: 0, hashes: new Set(), devices: new Map(), referrers: new Map() }
    pages.set(key, visits)
    views += 1
    visits.views += 1
    visits.hashes.add(hash)
    increment(visits.devices, device)
    if (referrer) increment(visits.referrers, referrer)
  }

  /** Returns the buffered visits, and empties the buffer. */
  function drain(): PageVisits[] {
    const pageVisits = [...pages.values()]
    pages = new Map()
    views = 0
    return pageVisits
  }

  /** Requeues visits that couldn't be stored, merging them with newer ones. */
  function requeue(pageVisits: readonly PageVisits[]): void {
    for (const visits of pageVisits) {
      const key = `${visits.day}\n${visits.page.path}\n${visits.page.product?.idOrName ?? ''}`
      const existing = pages.get(key)
      pages.set(key, existing ? mergeVisits(visits, existing) : visits)
      views += visits.views
    }
  }

  return { add, drain, requeue }
}

function mergeVisits(first: PageVisits, second: PageVisits): PageVisits {
  for (const hash of second.hashes) first.hashes.add(hash)
  for (const [name, count] of second.devices) increment(first.devices, name, count)
  for (const [name, count] of second.referrers) increment(first.referrers, name, count)
  return { ...first, views: first.views + second.views }
}
