/** What a judge model's verdicts on a run come to: how well it agrees with people, and what it says of the rest. */
import { JUDGE_MODEL_KEY } from '#contracts/evaluation-projects/judge-key.ts'
import type { JudgeFindings } from '#contracts/evaluation-runs/judging.ts'
import { calculateJudgeValidity } from '#contracts/rules/evaluation/judge-validity.ts'
import { findModelRelation, type ModelIdentity } from '#contracts/rules/evaluation/model-relation.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { identifyModel } from '../model-identity.ts'
import type { RunPlan } from '../plan.ts'
import type { RunRow } from '../store.ts'
import { assessJudge } from './assess.ts'
import { countVerdicts, findJudgeModel, findJudging } from './store.ts'

type Input = {
  run: Pick<RunRow, 'id' | 'projectId'>
  plan: Pick<RunPlan, 'candidates'>
  settings: Pick<SettingsService, 'getContent'>
}

/**
 * Returns the findings of a run's judge, and its judging by the current judge. They go by the minimum that was applied to the
 * outcomes, which a later change of the setting leaves as they are.
 */
export async function readJudgeFindings(
  db: Queryable,
  { run: { id, projectId }, plan, settings }: Input,
): Promise<{ findings: JudgeFindings; judging: RunRow | undefined }> {
  const applied = (await findJudgeModel(db, projectId))?.requiredReplies
  const required = applied ?? (await settings.getContent()).minValidationReplies
  const { version, human, judge, standing } = await assessJudge(db, projectId, required)
  const found = await findJudging(db, id)
  const judging = found?.judgeVersion === version ? found : undefined
  const counts = version === undefined ? [] : await countVerdicts(db, { projectId, version }, id)
  const validity = human.length === 0 ? undefined : calculateJudgeValidity(human, judge)
  const identity = await identify(db, judging?.id, JUDGE_MODEL_KEY)
  const candidates = await Promise.all(
    plan.candidates.map(async ({ key, name }) => {
      const own = counts.filter(({ candidate }) => candidate === key)
      const passed = own.find(({ outcome }) => outcome === 'passed')?.count ?? 0
      const total = own.reduce((sum, { count }) => sum + count, 0)
      const corrected = validity && total > 0 ? calculateJudgeValidity(human, judge, { passed, total }).corrected : null
      const relation = findModelRelation(identity, await identify(db, id, key)) ?? null
      return { key, name, passed, total, corrected, relation }
    }),
  )
  const validation = {
    replies: human.length,
    required,
    failing: validity?.failing ?? null,
    passing: validity?.passing ?? null,
    agreement: validity?.agreement ?? null,
    kappa: validity?.kappa ?? null,
  }
  return { findings: { standing, validation, models: [...identity.models], candidates }, judging }
}

/** Returns where a model is and what it is called, as its last reply in a run says. */
async function identify(db: Queryable, runId: string | undefined, candidate: string): Promise<ModelIdentity> {
  if (runId === undefined) return { hosts: [], models: [] }
  const { host, model } = await identifyModel(db, runId, candidate)
  return { hosts: host === '' ? [] : [host], models: model === null ? [] : [model] }
}
