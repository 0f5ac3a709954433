/** The claim by which one node at a time does the housekeeping. */
import { HOUR_MS } from '#contracts/durations.ts'
import type { Clock } from './platform/clock.ts'
import { claim, findClaimEnd } from './platform/database/claims.ts'
import type { Database } from './platform/database/database.ts'

export const HOUSEKEEPING_MS = HOUR_MS
/** Slightly shorter than the interval, so that the claim of one run doesn't block the next. */
const CLAIM_MS = HOUSEKEEPING_MS - 60_000
const CLAIM_NAME = 'housekeeping'

/** Claims the next run for this node. Returns whether it is the one to run. */
export const claimHousekeeping = (database: Database, clock: Clock): Promise<boolean> =>
  claim(database, clock, CLAIM_NAME, CLAIM_MS)

/** Returns when housekeeping last started, on any node; `null` before the first run. */
export async function findLastHousekeeping(database: Database): Promise<string | null> {
  const claimEnd = await findClaimEnd(database, CLAIM_NAME)
  return claimEnd === undefined ? null : new Date(Date.parse(claimEnd) - CLAIM_MS).toISOString()
}
