/** Presents the judging of a run: how far it is, how well the judge agrees with people, and what it says of the rest. */
import { JUDGE_MODEL_KEY } from '#contracts/evaluation-projects/judge-key.ts'
import type { Judging } from '#contracts/evaluation-runs/judging.ts'
import { calculateJudgeValidity } from '#contracts/rules/evaluation/judge-validity.ts'
import { findModelRelation, type ModelIdentity } from '#contracts/rules/evaluation/model-relation.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sumOutcomes } from '../figures.ts'
import { identifyModel } from '../model-identity.ts'
import type { PlanReader } from '../plan.ts'
import { countOutcomes, type RunRow } from '../store.ts'
import { assessJudge } from './assess.ts'
import { listOpenReplies } from './open-replies.ts'
import { countVerdicts, findJudging } from './store.ts'

type Dependencies = {
  database: Pick<Database, 'read'>
  settings: Pick<SettingsService, 'getContent'>
  readPlan: PlanReader
}

/** Creates the function that presents the judging of a run. */
export function createJudgingView({ database, settings, readPlan }: Dependencies) {
  const db = database.read

  async function toPass(judging: RunRow | undefined): Promise<Judging['pass']> {
    if (!judging) return null
    const { statusReason, planned, calls, cost, startedAt, isReported } = judging
    // It has ended once its verdicts count, or are known not to.
    const status = judging.status === 'finished' && !isReported ? 'running' : judging.status
    const finishedAt = isReported ? judging.finishedAt : null
    const outcomes = sumOutcomes(await countOutcomes(db, judging.id))
    return { status, statusReason, planned, calls, cost, startedAt, finishedAt, outcomes }
  }

  /** Returns where a model is and what it is called, as its last reply in a run says. */
  async function identify(runId: string | undefined, candidate: string): Promise<ModelIdentity> {
    if (runId === undefined) return { hosts: [], models: [] }
    const { host, model } = await identifyModel(db, runId, candidate)
    return { hosts: host === '' ? [] : [host], models: model === null ? [] : [model] }
  }

  return async (run: RunRow): Promise<Judging> => {
    const { id, projectId } = run
    const { minValidationReplies: required } = await settings.getContent()
    const { version, human, judge, standing } = await assessJudge(db, projectId, required)
    const found = await findJudging(db, id)
    const judging = found?.judgeVersion === version ? found : undefined
    const plan = await readPlan(id)
    const counts = version === undefined ? [] : await countVerdicts(db, { projectId, version }, id)
    const open = await listOpenReplies(db, { runId: id, judgingId: judging?.id, plan })
    const countOpen = (wanted: (typeof open)[number]['reason']) => open.filter(({ reason }) => reason === wanted).length
    const validity = human.length === 0 ? undefined : calculateJudgeValidity(human, judge)
    const identity = await identify(judging?.id, JUDGE_MODEL_KEY)
    const candidates = await Promise.all(
      plan.candidates.map(async ({ key, name }) => {
        const own = counts.filter(({ candidate }) => candidate === key)
        const passed = own.find(({ outcome }) => outcome === 'passed')?.count ?? 0
        const total = own.reduce((sum, { count }) => sum + count, 0)
        const relation = version === undefined ? undefined : findModelRelation(identity, await identify(id, key))
        const corrected =
          human.length === 0 || total === 0 ? null : calculateJudgeValidity(human, judge, { passed, total }).corrected
        return { key, name, passed, total, corrected, relation: relation ?? null }
      }),
    )
    return {
      pass: await toPass(judging),
      open: {
        undecided: countOpen('undecided'),
        withoutChecks: countOpen('withoutChecks'),
        byPeople: countOpen('byPeople'),
      },
      standing,
      validation: {
        replies: human.length,
        required,
        failing: validity?.failing ?? null,
        passing: validity?.passing ?? null,
        agreement: validity?.agreement ?? null,
        kappa: validity?.kappa ?? null,
      },
      models: [...identity.models],
      candidates,
    }
  }
}
