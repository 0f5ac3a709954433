/** Presents the judging of a run: how far it is, what is left to be judged, and what its verdicts come to. */
import type { Judging } from '#contracts/evaluation-runs/judging.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sumOutcomes } from '../figures.ts'
import type { PlanReader } from '../plan.ts'
import type { RunRow } from '../store.ts'
import { countByOutcome } from '../trials/store.ts'
import { readJudgeFindings } from './findings.ts'
import { type Judgeable, listOpenReplies } from './open-replies.ts'

type Dependencies = {
  database: Pick<Database, 'read'>
  settings: Pick<SettingsService, 'getContent'>
  readPlan: PlanReader
}

/** Returns how a judging ended: not before its verdicts count, or are known not to. */
export const getJudgingEnd = ({
  status,
  finishedAt,
  isReported,
}: Pick<RunRow, 'status' | 'finishedAt' | 'isReported'>) =>
  isReported
    ? { status, finishedAt }
    : { status: status === 'finished' ? ('running' as const) : status, finishedAt: null }

/** Creates the function that presents the judging of a run. */
export function createJudgingView({ database, settings, readPlan }: Dependencies) {
  const db = database.read

  async function toPass(judging: RunRow | undefined): Promise<Judging['pass']> {
    if (!judging) return null
    const { statusReason, planned, calls, cost, startedAt } = judging
    const { status, finishedAt } = getJudgingEnd(judging)
    const outcomes = sumOutcomes(await countByOutcome(db, judging.id))
    return { status, statusReason, planned, calls, cost, startedAt, finishedAt, outcomes }
  }

  return async (run: RunRow): Promise<Judging> => {
    const plan = await readPlan(run.id)
    const { findings, judging } = await readJudgeFindings(db, { run, plan, settings })
    const open = await listOpenReplies(db, { runId: run.id, judgingId: judging?.id, plan })
    const countOpen = (wanted: Judgeable['reason']) => open.filter(({ reason }) => reason === wanted).length
    return {
      ...findings,
      pass: await toPass(judging),
      open: {
        undecided: countOpen('undecided'),
        withoutChecks: countOpen('withoutChecks'),
        byPeople: countOpen('byPeople'),
      },
    }
  }
}
