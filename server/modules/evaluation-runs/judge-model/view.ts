/** Presents the judging of a run: how far it is, how well the judge agrees with people, and what it says of the rest. */
import { JUDGE_MODEL_KEY } from '#contracts/evaluation-projects/judge-key.ts'
import type { Judging } from '#contracts/evaluation-runs/judging.ts'
import { calculateJudgeValidity } from '#contracts/rules/evaluation/judge-validity.ts'
import { findModelRelation, type ModelIdentity } from '#contracts/rules/evaluation/model-relation.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sumOutcomes } from '../figures.ts'
import type { PlanReader } from '../plan.ts'
import { readResult } from '../result.ts'
import { countOutcomes, type RunRow } from '../store.ts'
import { listOpenReplies } from './open-replies.ts'
import type { JudgeSettlement } from './settle.ts'
import { countVerdicts, findJudging, findLastResult } from './store.ts'

type Dependencies = {
  database: Pick<Database, 'read'>
  connections: Pick<EvaluationProjectService['connections'], 'findSettings'>
  readPlan: PlanReader
  settlement: JudgeSettlement
}

/** Creates the function that presents the judging of a run. */
export function createJudgingView({ database, connections, readPlan, settlement }: Dependencies) {
  const db = database.read

  async function toPass(judging: RunRow | undefined): Promise<Judging['pass']> {
    if (!judging) return null
    const { status, statusReason, planned, calls, cost, startedAt, finishedAt } = judging
    const outcomes = sumOutcomes(await countOutcomes(db, judging.id))
    return { status, statusReason, planned, calls, cost, startedAt, finishedAt, outcomes }
  }

  /** Returns where a model is and what it is called: as its connection says, and its last reply in a run. */
  async function identify(projectId: string, candidate: string, runId: string | undefined): Promise<ModelIdentity> {
    const connection = await connections.findSettings(db, { projectId, candidate })
    const last = runId === undefined ? undefined : await findLastResult(db, runId, candidate)
    const { host, model } = last?.resultJson ? readResult(last.resultJson) : { host: '', model: null }
    const hosts = [host, connection ? new URL(connection.url).host : '']
    const models = [model ?? '', connection?.model ?? '']
    return { hosts: [...new Set(hosts)].filter(Boolean), models: [...new Set(models)].filter(Boolean) }
  }

  return async (run: RunRow): Promise<Judging> => {
    const { id, projectId } = run
    const required = await settlement.getRequired()
    const { version, human, judge, standing } = await settlement.assess(db, projectId, required)
    const found = await findJudging(db, id)
    const judging = found?.judgeVersion === version ? found : undefined
    const plan = await readPlan(id)
    const counts = version === undefined ? [] : await countVerdicts(db, { projectId, version }, id)
    const open = await listOpenReplies(db, { runId: id, judgingId: judging?.id, plan })
    const countOpen = (wanted: (typeof open)[number]['reason']) => open.filter(({ reason }) => reason === wanted).length
    const validity = human.length === 0 ? undefined : calculateJudgeValidity(human, judge)
    const identity = await identify(projectId, JUDGE_MODEL_KEY, judging?.id)
    const candidates = await Promise.all(
      plan.candidates.map(async ({ key, name }) => {
        const own = counts.filter(({ candidate }) => candidate === key)
        const passed = own.find(({ outcome }) => outcome === 'passed')?.count ?? 0
        const total = own.reduce((sum, { count }) => sum + count, 0)
        const relation =
          version === undefined ? undefined : findModelRelation(identity, await identify(projectId, key, id))
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
