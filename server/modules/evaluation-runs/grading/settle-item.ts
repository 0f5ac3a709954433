/** What the readings of an item come to, and what that means for its trial. */
import { z } from 'zod'
import type { GradingSettings } from '#contracts/evaluation-grading/grading.ts'
import { isReplyVerdict, type ReplyVerdict } from '#contracts/evaluation-grading/verdicts.ts'
import { TRIAL_DECIDERS, TRIAL_OUTCOMES } from '#contracts/evaluation-runs/statuses.ts'
import { calculateCheckScore } from '#contracts/rules/evaluation/check-score.ts'
import { decidePair, decideReply, type PairWinner, scoreReadings } from '#contracts/rules/evaluation/readings.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { updateTrial } from '../claims/store.ts'
import type { RunPlan } from '../plan.ts'
import { readResult } from '../result.ts'
import { findTrial, type RunTrialRow } from '../trials/store.ts'
import { type GradingItemRow, listItemReadings, type ReadingRow, updateItem } from './store.ts'

/** What a trial was before people decided it. */
export const PreviousSchema = z.object({
  outcome: z.enum(TRIAL_OUTCOMES),
  score: z.number().nullable(),
  decidedBy: z.enum(TRIAL_DECIDERS).nullable(),
})

/** Returns the readings that count. */
export const listCounted = (readings: readonly ReadingRow[]): ReadingRow[] =>
  readings.filter(({ setAsideAt }) => setAsideAt === null)

/** Returns the verdicts on single replies; readings of which only a reason is written have none. */
export const listReplyVerdicts = (readings: readonly ReadingRow[]): ReplyVerdict[] =>
  readings.flatMap(({ verdict }) => (verdict !== null && isReplyVerdict(verdict) ? verdict : []))

/** Returns the winners that readers of a pair chose. */
export const listWinners = (readings: readonly ReadingRow[]): PairWinner[] =>
  readings.flatMap(({ verdict }) => (verdict !== null && !isReplyVerdict(verdict) ? verdict : []))

/** Stores what the readings of an item come to; its trial stays as it is until the reading is closed. */
export async function settleItem(db: Queryable, item: GradingItemRow, { readers }: GradingSettings): Promise<void> {
  const readings = listCounted(await listItemReadings(db, item.id))
  const isPassed = decideReply(listReplyVerdicts(readings), readers)
  const ofReply = isPassed === null ? null : isPassed ? 'passed' : 'failed'
  const verdict = item.otherPosition === null ? ofReply : decidePair(listWinners(readings), readers)
  await updateItem(db, item.id, { verdict })
}

/**
 * Gives the trials that people have decided their verdict. Only once the reading is closed: an owner who is a judge would
 * see before what others say. The caller holds the run's lock.
 */
export async function applyItems(db: Queryable, items: readonly GradingItemRow[], plan: RunPlan): Promise<void> {
  for (const item of items) {
    if (item.verdict !== 'passed' && item.verdict !== 'failed') continue
    const trial = await findTrial(db, item)
    if (trial) await apply(db, { item, trial, plan }, item.verdict)
  }
}

/** Takes the verdict of people from the trials that have it. The caller holds the run's lock. */
export async function withdrawItems(db: Queryable, items: readonly GradingItemRow[]): Promise<void> {
  for (const item of items) {
    if (item.previousJson === null) continue
    await updateTrial(db, item, PreviousSchema.parse(item.previousJson))
    await updateItem(db, item.id, { previousJson: null })
  }
}

/** Returns what a trial is without people. What a judge model decided waits again: its verdict may not count by then. */
const getPrevious = ({ outcome, score, decidedBy }: RunTrialRow) =>
  decidedBy === 'judge' ? { outcome: 'unscored', score: null, decidedBy: null } : { outcome, score, decidedBy }

type Target = { item: GradingItemRow; trial: RunTrialRow; plan: RunPlan }

async function apply(db: Queryable, { item, trial, plan }: Target, outcome: 'passed' | 'failed'): Promise<void> {
  const isPassed = outcome === 'passed'
  await updateItem(db, item.id, { previousJson: JSON.stringify(getPrevious(trial)) })
  const checks = plan.tasks.find(({ key }) => key === trial.task)?.checks ?? []
  const results = readResult(trial.resultJson).checks.map((check) => ({
    isPassed: takesVerdict(check) ? isPassed : check.isPassed,
  }))
  await updateTrial(db, item, {
    outcome,
    decidedBy: 'people',
    // Checks that ended without a result leave none to count.
    score:
      results.length === 0
        ? scoreReadings(listReplyVerdicts(listCounted(await listItemReadings(db, item.id))), isPassed)
        : calculateCheckScore(checks, results),
  })
}

/** Undecided checks by people or by a judge model take the people's verdict; others stay as they were. */
const takesVerdict = ({ kind, isPassed }: { kind: string; isPassed: boolean | null }): boolean =>
  isPassed === null && (kind === 'human' || kind === 'rubric')
