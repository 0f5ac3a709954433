/** Readings of people who turn out to have a conflict of interest: they stay, and don't count. */
import type { Transaction } from '#server/platform/database/database.ts'
import type { PlanReader } from '../plan.ts'
import { listRuns, lockRun } from '../store.ts'
import { applyItems, settleItem, withdrawItems } from './settle-item.ts'
import {
  findGrading,
  type GradingItemRow,
  listItems,
  listPositionsOf,
  listReadings,
  setReadingAside,
  updateGrading,
} from './store.ts'
import { readSettings } from './view.ts'

/** Returns whether a reply, or one of a pair, is at a position that a reader isn't given. */
export const isBarred = ({ position, otherPosition }: GradingItemRow, barred: ReadonlySet<number>): boolean =>
  barred.has(position) || (otherPosition !== null && barred.has(otherPosition))

type Bars = {
  projectId: string
  /** The seats of a person. */
  seats: readonly string[]
  /** The candidates with which the person has a conflict of interest. */
  candidates: readonly string[]
  at: string
}

/**
 * Sets aside what a person said of the replies of some candidates in all runs of a project, counts again what they said of
 * others, and settles what that changes, also in readings that are closed. The caller holds the project's lock. Returns
 * whether anything changed.
 */
export async function setAsideReadings(
  { db }: Transaction,
  { projectId, seats, candidates, at }: Bars,
  readPlan: PlanReader,
): Promise<boolean> {
  let hasChanged = false
  for (const { id } of await listRuns(db, projectId)) {
    const grading = (await lockRun(db, id)) && (await findGrading(db, id))
    if (!grading) continue
    const barred = new Set(await listPositionsOf(db, id, candidates))
    const items = new Map((await listItems(db, id)).map((item) => [item.id, item]))
    const changed = (await listReadings(db, id)).filter(({ judgeId, itemId, setAsideAt }) => {
      const item = items.get(itemId)
      return item !== undefined && seats.includes(judgeId) && isBarred(item, barred) !== (setAsideAt !== null)
    })
    if (changed.length === 0) continue
    hasChanged = true
    for (const reading of changed) await setReadingAside(db, reading, reading.setAsideAt === null ? at : null)
    const affected = [...new Set(changed.map(({ itemId }) => itemId))]
    const listAffected = async () => (await listItems(db, id)).filter((item) => affected.includes(item.id))
    if (grading.closedAt !== null) await withdrawItems(db, await listAffected())
    for (const item of await listAffected()) await settleItem(db, item, readSettings(grading))
    if (grading.closedAt !== null) await applyItems(db, await listAffected(), await readPlan(id, db))
    // So that a report in preparation begins anew.
    await updateGrading(db, id, { version: grading.version + 1 })
  }
  return hasChanged
}
