/** Runs for people other than the owner: those who have a reader's link, and visitors of the public example. */
import { RUN_MESSAGES as MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { ReadRun, Run, RunFailure, RunSummary, RunTrial, TrialReading } from '#contracts/evaluation-runs/run.ts'
import type { toPagination } from '#contracts/pagination.ts'
import type { EvaluationProjectService } from '#server/modules/evaluation-projects/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Database } from '#server/platform/database/database.ts'
import { groupFailures } from './failures.ts'
import { findGrading } from './grading/store.ts'
import type { PlanReader } from './plan.ts'
import { canReadRun, listReadableTasks } from './policy.ts'
import { findRun, listRuns, type RunRow } from './store.ts'
import type { TrialFilter } from './trials/store.ts'

type TrialPage<Trial> = { items: Trial[]; pagination: ReturnType<typeof toPagination> }

type Dependencies = {
  database: Database
  projects: Pick<EvaluationProjectService, 'readerAccess'>
  readPlan: PlanReader
  toSummary: (run: RunRow) => Promise<RunSummary>
  toView: (run: RunRow) => Promise<Run>
  listTrials: (run: RunRow, filter: TrialFilter & { page: number }) => Promise<TrialPage<RunTrial>>
}

/** A reader's token; without one, the public example is read. */
type Token = string | undefined

/** Creates the functions for readers, who see ended runs without their sealed tasks, and no addresses of agents. */
export function createRunReadings({ database, projects, readPlan, toSummary, toView, listTrials }: Dependencies) {
  const isReadable = async (run: RunRow): Promise<boolean> => canReadRun(run, await findGrading(database.read, run.id))

  /** Returns a run with the keys of the tasks that its readers may see. Throws `notFound`. */
  async function getReadable(runId: string, token: Token) {
    const project = await projects.readerAccess.getReadable(token)
    const run = await findRun(database.read, runId)
    authorize(run?.projectId === project.id && run.judgedRunId === null, notFound(MESSAGES.notFound))
    authorize(await isReadable(run), notFound(MESSAGES.notFound))
    const { tasks } = await readPlan(run.id)
    const readable = new Set(listReadableTasks(tasks, project).map(({ key }) => key))
    return { run, readable, sealedTasks: tasks.length - readable.size }
  }

  return {
    /** Lists the ended runs of a project, newest first. Throws `notFound` for an invalid link. */
    async list(token: Token): Promise<RunSummary[]> {
      const { id } = await projects.readerAccess.getReadable(token)
      const runs = await listRuns(database.read, id)
      const areReadable = await Promise.all(runs.map(isReadable))
      return Promise.all(runs.filter((_run, index) => areReadable[index]).map(toSummary))
    },

    /** Returns a run with its figures; its matrix is without sealed tasks. Throws `notFound`. */
    async get(runId: string, token: Token): Promise<ReadRun> {
      const { run, readable, sealedTasks } = await getReadable(runId, token)
      const view = await toView(run)
      return {
        ...view,
        tasks: view.tasks.filter(({ key }) => readable.has(key)),
        cells: view.cells.filter(({ task }) => readable.has(task)),
        sealedTasks,
      }
    },

    /** Returns a page of the trials of one cell. Throws `notFound`, also for a sealed task. */
    async listTrials(runId: string, { token, ...cell }: TrialReading): Promise<TrialPage<RunTrial>> {
      const { run, readable } = await getReadable(runId, token)
      authorize(readable.has(cell.task), notFound(MESSAGES.unknownTask))
      const { items, pagination } = await listTrials(run, cell)
      return { items: items.map((trial) => ({ ...trial, host: '' })), pagination }
    },

    /** Returns why trials failed, without those of sealed tasks. Throws `notFound`. */
    async listFailures(runId: string, token: Token): Promise<RunFailure[]> {
      const { run, readable } = await getReadable(runId, token)
      return groupFailures(database.read, run.id, (task) => readable.has(task))
    },
  }
}
