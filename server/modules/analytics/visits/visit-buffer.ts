import type { Device } from '#contracts/analytics/analytics.ts'
import type { ViewedPage } from './page-path.ts'

export type Visit = { day: string; page: ViewedPage; hash: string; device: Device; referrer: string | undefined }

/** The visits of one page on one day that are not in the database yet. */
export type PageVisits = {
  day: string
  page: ViewedPage
  views: number
  hashes: Set<string>
  devices: Map<string, number>
  referrers: Map<string, number>
}

/** The maximum of buffered visits while the database doesn't answer; further ones are not counted. */
const VIEWS_MAX = 100_000
/** An address of a product that isn't there costs an entry too. */
const PAGES_MAX = 10_000

export const addTo = (sums: Map<string, number>, name: string, count = 1) =>
  sums.set(name, (sums.get(name) ?? 0) + count)

/** Gathers visits, so that a burst of them becomes one transaction. */
export function createVisitBuffer() {
  let pages = new Map<string, PageVisits>()
  let views = 0

  function add({ day, page, hash, device, referrer }: Visit): void {
    if (views >= VIEWS_MAX) return
    const key = `${day}\n${page.path}\n${page.product?.idOrName ?? ''}`
    const existing = pages.get(key)
    if (!existing && pages.size >= PAGES_MAX) return
    const visits = existing ?? { day, page, views: 0, hashes: new Set(), devices: new Map(), referrers: new Map() }
    pages.set(key, visits)
    views += 1
    visits.views += 1
    visits.hashes.add(hash)
    addTo(visits.devices, device)
    if (referrer) addTo(visits.referrers, referrer)
  }

  /** Returns the gathered visits, and empties the buffer. */
  function drain(): PageVisits[] {
    const pageVisits = [...pages.values()]
    pages = new Map()
    views = 0
    return pageVisits
  }

  /** Requeues visits that could not be stored, before those that came since. */
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
  for (const [name, count] of second.devices) addTo(first.devices, name, count)
  for (const [name, count] of second.referrers) addTo(first.referrers, name, count)
  return { ...first, views: first.views + second.views }
}
