import type { JudgeStanding } from '#contracts/evaluation-runs/statuses.ts'
import { calculateJudgeValidity, JUDGE_KAPPA_MIN } from '#contracts/rules/evaluation/judge-validity.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findJudgeModel, listVerdictPairs } from './store.ts'

/** Returns the version of a project's judge; `undefined` if none is connected. */
export const findJudgeVersion = async (db: Queryable, projectId: string): Promise<string | undefined> =>
  (await findJudgeModel(db, projectId))?.judgeVersion ?? undefined

/**
 * Returns the verdicts of people and of a project's judge on the same replies, and whether those of the judge count: if both
 * judged at least `required` replies, and agree.
 */
export async function assessJudge(db: Queryable, projectId: string, required: number) {
  const version = await findJudgeVersion(db, projectId)
  const pairs = version === undefined ? [] : await listVerdictPairs(db, { projectId, version })
  const human = pairs.map(({ human: outcome }) => outcome === 'passed')
  const judge = pairs.map(({ judge: outcome }) => outcome === 'passed')
  const kappa = pairs.length === 0 ? null : calculateJudgeValidity(human, judge).kappa
  return { version, human, judge, standing: getStanding({ version, replies: pairs.length, required, kappa }) }
}

type Evidence = { version: string | undefined; replies: number; required: number; kappa: number | null }

function getStanding({ version, replies, required, kappa }: Evidence): JudgeStanding {
  if (version === undefined) return 'none'
  if (replies < required) return 'tooFew'
  return kappa !== null && kappa >= JUDGE_KAPPA_MIN ? 'counts' : 'tooWeak'
}
