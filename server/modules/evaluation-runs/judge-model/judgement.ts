/** What a judge model said of a reply: read from its answer, stored as a trial, and shown beside the trial that it judged. */
import type { Judgement } from '#contracts/evaluation-runs/judgement.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { readJudgeVerdict } from '#contracts/rules/evaluation/judge-verdict.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readResult } from '../result.ts'
import type { RunRow } from '../store.ts'
import type { RunTrialRow } from '../trials/store.ts'
import { findJudgeModel, findJudging, listVerdicts } from './store.ts'

/** Returns the outcome of a judge's answer; without a verdict, the reply waits for another. */
export function readJudgement(answer: string) {
  const { isPassed, score, reason } = readJudgeVerdict(answer)
  if (isPassed === null)
    return { outcome: 'unscored' as const, reason: reason || MESSAGES.noVerdict, score: null, checks: [] }
  return { outcome: isPassed ? ('passed' as const) : ('failed' as const), reason, score, checks: [] }
}

/** Returns what the current judge of a project says of the trials at some positions of a run. */
export async function listJudgements(
  db: Queryable,
  { id, projectId }: Pick<RunRow, 'id' | 'projectId'>,
  positions: readonly number[],
): Promise<ReadonlyMap<number, Judgement>> {
  const judging = positions.length === 0 ? undefined : await findJudging(db, id)
  const judge = judging && (await findJudgeModel(db, projectId))
  if (!judging || judging.judgeVersion !== judge?.judgeVersion) return new Map()
  const rows = await listVerdicts(db, judging.id, positions)
  return new Map(rows.map((row) => [row.position, toJudgement(row)]))
}

function toJudgement({ outcome, score, finishedAt, resultJson }: RunTrialRow): Judgement {
  const { reason, model } = readResult(resultJson)
  const isPassed = outcome === 'passed' ? true : outcome === 'failed' ? false : null
  return { isPassed, score, reason, model, at: finishedAt ?? '' }
}
