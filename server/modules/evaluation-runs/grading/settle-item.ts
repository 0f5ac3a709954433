/** What the readings of an item come to, and what that means for its trial. */
import { z } from 'zod'
import type { GradingSettings } from '#contracts/evaluation-grading/grading.ts'
import { isReplyVerdict, type ReplyVerdict } from '#contracts/evaluation-grading/verdicts.ts'
import { TRIAL_DECIDERS, TRIAL_OUTCOMES } from '#contracts/evaluation-runs/statuses.ts'
import { calculateCheckScore } from '#contracts/rules/evaluation/check-score.ts'
import { decidePair, decideReply, type PairWinner, scoreReadings } from '#contracts/rules/evaluation/readings.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RunPlan } from '../plan.ts'
import { readResult } from '../result.ts'
import { findTrial, type RunTrialRow, updateTrial } from '../store.ts'
import { type GradingItemRow, listItemReadings, type ReadingRow, updateItem } from './store.ts'

/** What a trial was before people decided it. */
export const PreviousSchema = z.object({
  outcome: z.enum(TRIAL_OUTCOMES),
  score: z.number().nullable(),
  decidedBy: z.enum(TRIAL_DECIDERS).nullable(),
})

/** Returns the verdicts on single replies; readings of which only a reason is written have none. */
export const listReplyVerdicts = (readings: readonly ReadingRow[]): ReplyVerdict[] =>
  readings.flatMap(({ verdict }) => (verdict !== null && isReplyVerdict(verdict) ? verdict : []))

/** Returns the winners that readers of a pair chose. */
export const listWinners = (readings: readonly ReadingRow[]): PairWinner[] =>
  readings.flatMap(({ verdict }) => (verdict !== null && !isReplyVerdict(verdict) ? verdict : []))

/**
 * Stores what the readings of an item come to. The trial takes the people's verdict, and becomes again what it was if they
 * no longer have one. The caller holds the run's lock.
 */
export async function settleItem(
  db: Queryable,
  item: GradingItemRow,
  { settings, plan }: { settings: GradingSettings; plan: RunPlan },
): Promise<void> {
  const readings = await listItemReadings(db, item.id)
  if (item.otherPosition !== null) {
    await updateItem(db, item.id, { verdict: decidePair(listWinners(readings), settings.readers) })
    return
  }
  const trial = await findTrial(db, item)
  if (!trial) return
  const verdicts = listReplyVerdicts(readings)
  const isPassed = decideReply(verdicts, settings.readers)
  if (isPassed === null) await restore(db, item)
  else await apply(db, { item, trial, plan }, { isPassed, verdicts })
}

async function restore(db: Queryable, item: GradingItemRow): Promise<void> {
  if (item.previousJson === null) return
  await updateTrial(db, item, PreviousSchema.parse(item.previousJson))
  await updateItem(db, item.id, { verdict: null, previousJson: null })
}

/** Returns what a trial is without people. What a judge model decided waits again: its verdict may not count by then. */
const getPrevious = ({ outcome, score, decidedBy }: RunTrialRow) =>
  decidedBy === 'judge' ? { outcome: 'unscored', score: null, decidedBy: null } : { outcome, score, decidedBy }

type Target = { item: GradingItemRow; trial: RunTrialRow; plan: RunPlan }

async function apply(
  db: Queryable,
  { item, trial, plan }: Target,
  { isPassed, verdicts }: { isPassed: boolean; verdicts: readonly ReplyVerdict[] },
): Promise<void> {
  const before = getPrevious(trial)
  const outcomeOfPeople = isPassed ? 'passed' : 'failed'
  await updateItem(db, item.id, {
    verdict: outcomeOfPeople,
    ...(trial.decidedBy !== 'people' && { previousJson: JSON.stringify(before) }),
  })
  const checks = plan.tasks.find(({ key }) => key === trial.task)?.checks ?? []
  const results = readResult(trial.resultJson).checks.map((check) => ({
    isPassed: takesVerdict(check) ? isPassed : check.isPassed,
  }))
  await updateTrial(db, item, {
    outcome: outcomeOfPeople,
    decidedBy: 'people',
    // Checks that ended without a result leave none to count.
    score: results.length === 0 ? scoreReadings(verdicts, isPassed) : calculateCheckScore(checks, results),
  })
}

/** Undecided checks by people or by a judge model take the people's verdict; others stay as they were. */
const takesVerdict = ({ kind, isPassed }: { kind: string; isPassed: boolean | null }): boolean =>
  isPassed === null && (kind === 'human' || kind === 'rubric')
