/** What is tidied up every hour, by one node for all. */
import type { Services } from './app.ts'
import type { Clock } from './platform/clock.ts'
import { claim } from './platform/database/claims.ts'
import type { Database } from './platform/database/database.ts'

export const HOUSEKEEPING_MS = 3_600_000
/** A little less than the time between two rounds, so that a round is not lost to the one before it. */
const CLAIM_MS = HOUSEKEEPING_MS - 60_000

/** Removes files that nothing names, and products that lay in the recycle bin for too long. Gives whether it did. */
export async function keepHouse(
  database: Database,
  clock: Clock,
  { files, catalogue }: Pick<Services, 'files' | 'catalogue'>,
): Promise<boolean> {
  if (!(await claim(database, clock, 'housekeeping', CLAIM_MS))) return false
  await catalogue.purge()
  await files.cleanUp()
  return true
}
