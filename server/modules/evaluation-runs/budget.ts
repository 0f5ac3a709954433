/** What a run may still spend: calls, time and money, as its owner has limited them. */
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { countClaimed } from './claims/store.ts'
import { readLimits } from './plan.ts'
import type { RunRow } from './store.ts'
import { countPaid } from './trials/store.ts'

/** Sums of costs may miss a limit by less than this. */
const ROUNDING = 1e-9

/** Whether a conversation can be afforded: `later` if that depends on what others cost that are going on. */
type Verdict = { verdict: 'yes' | 'later' } | { verdict: 'never'; reason: string }

/** Returns which limit a run has reached if it makes more calls. */
export function findReachedLimit(run: RunRow, calls: number, now: string): string | undefined {
  const limits = readLimits(run)
  if (run.calls + calls > limits.calls) return MESSAGES.calls(limits.calls)
  if (now >= run.endsAt) return MESSAGES.minutes(limits.minutes)
  return undefined
}

/** Returns what a run may still spend on conversations, with those that are going on. */
export async function openBudget(
  db: Queryable,
  run: RunRow,
  { now, costPerCall }: { now: string; costPerCall: number },
) {
  const { cost: max } = readLimits(run)
  const [open, paid] = max === undefined ? [0, 0] : [await countClaimed(db, run.id, now), await countPaid(db, run.id)]
  const spent = run.cost ?? 0
  let calls = 0
  let begun = open

  /** Each conversation costs as much as the connection says, or as the average so far. */
  function checkCost(turns: number): Verdict {
    if (max === undefined) return { verdict: 'yes' }
    const expected = Math.max(costPerCall * turns, paid === 0 ? 0 : spent / paid)
    if (spent < max && spent + expected * (begun + 1) <= max + ROUNDING) return { verdict: 'yes' }
    return begun > 0 ? { verdict: 'later' } : { verdict: 'never', reason: MESSAGES.cost(max) }
  }

  return {
    /** Takes a conversation from the budget, if it can be afforded. Of its calls, the run has counted `unmade` already. */
    take({ turns, unmade }: { turns: number; unmade: number }): Verdict {
      const reason = findReachedLimit(run, calls + turns - unmade, now)
      if (reason !== undefined) return { verdict: 'never', reason }
      const checked = checkCost(turns)
      if (checked.verdict === 'yes') {
        calls += turns - unmade
        begun += 1
      }
      return checked
    },
  }
}
