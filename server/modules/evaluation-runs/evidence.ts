/** What reports say of the runs of a project. */
import { createHash } from 'node:crypto'
import { GRADING_MESSAGES } from '#contracts/evaluation-grading/messages.ts'
import type { DeletedRun, ReportRun } from '#contracts/evaluation-projects/report-runs.ts'
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import { OutcomeCountsSchema } from '#contracts/evaluation-runs/run.ts'
import type { CountedResult } from '#contracts/rules/evaluation/counted-criteria.ts'
import { summarizeOrigins } from '#contracts/rules/evaluation/summarize-origins.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { RunEvidence } from '#server/modules/evaluation-projects/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { sumOutcomes, toCells } from './figures.ts'
import { readGradingResults } from './grading/read-results.ts'
import { setAsideReadings } from './grading/set-aside.ts'
import { countReadings, findGrading, listOpenGradings } from './grading/store.ts'
import { readReopenings } from './grading/view.ts'
import { readJudgeFindings } from './judge-model/findings.ts'
import { settleVerdicts } from './judge-model/settle.ts'
import { findJudgeModel } from './judge-model/store.ts'
import { countRepeats, createPlanReader, type RunPlan, readLimits } from './plan.ts'
import { canReadRun } from './policy.ts'
import { readFigures } from './read-figures.ts'
import { createRunDigest } from './run-digest.ts'
import { hasOpenRun, listDeletedRuns, listRuns, type RunRow } from './store.ts'
import { readProjectTrials, readTrials, toJsonLine } from './trials/export.ts'
import { countOutcomes, listVerdictsAfter, type OutcomeCount } from './trials/store.ts'

type EndedRun = RunRow & { finishedAt: string }
type WriteLines = Parameters<RunEvidence['collect']>[1]

const VERDICTS_PER_READ = 2_000

/** Creates the evidence of runs. Its caller has authorized the owner. */
export function createRunEvidence({
  database,
  settings,
  analysis,
}: {
  database: Database
  settings: Pick<SettingsService, 'getContent'>
  analysis: Pick<EvaluationAnalysisService, 'reportReliability' | 'comparePairs'>
}): RunEvidence {
  const readPlan = createPlanReader(database)

  /** Returns what people said of a run; `undefined` if nobody has read it. Nobody can read on after the report. */
  async function describePeople(runId: string, plan: RunPlan): Promise<ReportRun['people']> {
    const source = { runId, plan, names: new Map(), requester: 'reserved' } as const
    const {
      readers,
      disputes: _disputes,
      ...results
    } = await readGradingResults(source, { db: database.read, analysis })
    if (readers.length === 0 && results.setAside === 0) return undefined
    const grading = await findGrading(database.read, runId)
    return { ...results, readers: readers.length, reopenings: grading ? readReopenings(grading) : [] }
  }

  /** Returns what a judge model said of a run; `undefined` if none has judged it. */
  async function describeJudgeModel(run: RunRow, plan: RunPlan): Promise<ReportRun['judgeModel']> {
    const { findings, judging } = await readJudgeFindings(database.read, { run, plan, settings })
    if (!judging) return undefined
    const { rubric = '', version = 0 } = (await findJudgeModel(database.read, run.projectId)) ?? {}
    return { ...findings, rubric, rubricVersion: version }
  }

  /** Returns what a report says of a run, and writes its trials. */
  async function describeRun(run: EndedRun, writeLines: WriteLines): Promise<ReportRun> {
    const figures = { db: database.read, readPlan, analysis }
    const { plan, counts, unknownCosts, candidates } = await readFigures(run.id, 'reserved', figures)
    const digest = createRunDigest()
    for await (const trials of readTrials(database, run)) {
      const lines: string[] = []
      for await (const trial of eachInTurns(trials)) {
        digest.add(trial)
        lines.push(toJsonLine(trial))
      }
      await writeLines(lines)
    }
    const people = await describePeople(run.id, plan)
    const judgeModel = await describeJudgeModel(run, plan)
    const { id, title, status, statusReason, planned, calls, cost, startedAt, finishedAt } = run
    const { tasks, options, owner, seal, limits = readLimits(run) } = plan
    return {
      id,
      title,
      status,
      statusReason,
      planned,
      outcomes: sumOutcomes(counts),
      calls,
      cost,
      unknownCosts,
      startedAt,
      finishedAt,
      startedBy: { name: owner.name, isStaff: owner.isStaff },
      ...options,
      repeats: countRepeats(plan, run),
      limits,
      seal,
      tasks: tasks.map((task) => ({ key: task.key, title: task.title })),
      sources: summarizeOrigins(tasks),
      candidates,
      ...(people && { people }),
      ...(judgeModel && { judgeModel }),
      ...digest.get(plan.candidates),
    }
  }

  async function getVersion(db: Queryable, projectId: string): Promise<string> {
    const hash = createHash('sha256')
    for (const run of await listRuns(db, projectId)) {
      const grading = await findGrading(db, run.id)
      hash.update(
        JSON.stringify([run.id, run.status, run.finishedAt, await countReadings(db, run.id), grading?.version]),
      )
      for (let after: number | undefined = -1; after !== undefined; ) {
        const rows: Awaited<ReturnType<typeof listVerdictsAfter>> = await listVerdictsAfter(db, run.id, {
          after,
          limit: VERDICTS_PER_READ,
        })
        hash.update(JSON.stringify(rows))
        after = rows.at(-1)?.position
      }
    }
    const deleted = await listDeletedRuns(db, projectId)
    return hash.update(JSON.stringify(deleted.map(({ id }) => id))).digest('hex')
  }

  async function describeRuns(projectId: string, writeLines: WriteLines) {
    const rows = await listRuns(database.read, projectId)
    const runs: ReportRun[] = []
    for (const run of rows.filter(isEnded).toReversed()) runs.push(await describeRun(run, writeLines))
    const deleted = await listDeletedRuns(database.read, projectId)
    return { runs, deleted: deleted.map(toDeletedRun) }
  }

  return {
    async collect(projectId, writeLines) {
      // Read first: a change while trials are read makes it differ.
      const version = await getVersion(database.read, projectId)
      if (await hasOpenRun(database.read, projectId)) throw conflict(MESSAGES.activeAtReport)
      // Its replies, with whose they are, are in the report.
      if ((await listOpenGradings(database.read, projectId)).length > 0) throw conflict(GRADING_MESSAGES.openAtReport)
      return { version, ...(await describeRuns(projectId, writeLines)) }
    },

    describe: (projectId) => describeRuns(projectId, async () => {}),

    readTrials: (projectId) => readProjectTrials(database, projectId),

    async findNewest(projectId) {
      for (const run of (await listRuns(database.read, projectId)).filter(isEnded)) {
        if (!canReadRun(run, await findGrading(database.read, run.id))) continue
        const counts = await countOutcomes(database.read, run.id)
        const results = toTaskResults(counts)
        if (results.length === 0) continue
        const { owner } = await readPlan(run.id)
        // What a runner hands in comes from the network of whoever runs it.
        const isStaff = owner.isStaff && !counts.some(({ asker, outcome }) => asker === 'runner' && outcome !== null)
        return { title: run.title, finishedAt: run.finishedAt, isStaff, results }
      }
      return null
    },

    async listResults(projectId, db = database.read) {
      const results = new Map<string, CountedResult>()
      for (const run of (await listRuns(db, projectId)).filter(isEnded)) {
        if (!canReadRun(run, await findGrading(db, run.id))) continue
        for (const result of toTaskResults(await countOutcomes(db, run.id))) {
          const cell = JSON.stringify([result.task, result.candidate])
          if (!results.has(cell)) results.set(cell, { ...result, run: { id: run.id, title: run.title } })
        }
      }
      return [...results.values()]
    },

    async setAsideReadings(transaction, bars) {
      if (!(await setAsideReadings(transaction, bars, readPlan))) return
      // A judge model is compared with people.
      const judge = await findJudgeModel(transaction.db, bars.projectId)
      if (judge && judge.requiredReplies !== null)
        await settleVerdicts(transaction, { projectId: bars.projectId, required: judge.requiredReplies }, readPlan)
    },

    getVersion,
  }
}

const isEnded = (run: RunRow): run is EndedRun => run.finishedAt !== null

/** Returns the decided trials by candidate and task. */
const toTaskResults = (counts: readonly OutcomeCount[]) =>
  toCells(counts).flatMap(({ task, candidate, outcomes: { passed, failed } }) =>
    passed + failed === 0 ? [] : [{ task, candidate, trials: passed + failed, passed }],
  )

const toDeletedRun = ({
  id,
  title,
  planned,
  outcomesJson,
  startedAt,
  deletedAt,
}: Awaited<ReturnType<typeof listDeletedRuns>>[number]): DeletedRun => ({
  id,
  title,
  planned,
  outcomes: OutcomeCountsSchema.parse(outcomesJson),
  startedAt,
  deletedAt,
})
