import type { ReportRuns } from '#contracts/evaluation-projects/report-runs.ts'
import type { RunTrial } from '#contracts/evaluation-runs/run.ts'
import type { CountedResult } from '#contracts/rules/evaluation/counted-criteria.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import type { TaskResult } from '../judging/suggested-scores.ts'

/** What reports need of the runs of projects, which a module above stores. */
export type RunEvidence = {
  /**
   * Returns what a report says of the runs of a project, and passes all of their trials to `writeLines` as lines of the
   * appendix. Throws `conflict` while a run hasn't ended, or people read its replies.
   */
  collect(projectId: string, writeLines: (lines: readonly string[]) => Promise<void>): Promise<CollectedRuns>
  /** Returns the same of the runs that have ended, whether or not another one is active. */
  describe(projectId: string): Promise<Omit<ReportRuns, 'appendix'>>
  /** Reads the trials of all runs page by page. */
  readTrials(projectId: string): AsyncIterable<readonly ExportedTrial[]>
  /**
   * Returns the results of the newest run that has ended with decided trials, and that nobody reads blind; `null` if there
   * is none.
   */
  findNewest(projectId: string): Promise<NewestRun | null>
  /**
   * Lists the results by task and candidate, each of the newest run that has ended with decided trials of both, and that
   * nobody reads blind. Inside a transaction, pass its `db`.
   */
  listResults(projectId: string, db?: Queryable): Promise<CountedResult[]>
  /**
   * Sets aside what a person's seats said of the replies of some candidates, and counts again what they said of others. The
   * caller holds the project's lock.
   */
  setAsideReadings(transaction: Transaction, bars: ReadingBars): Promise<void>
  /** Returns a text that changes with the runs of a project and the outcomes of their trials. */
  getVersion(db: Queryable, projectId: string): Promise<string>
}

type ReadingBars = { projectId: string; seats: readonly string[]; candidates: readonly string[]; at: string }

/** `run` is the id of its run. */
export type ExportedTrial = RunTrial & { run: string }

/** Results count decided trials alone; `isStaff` says that the platform's staff began it. */
type NewestRun = { title: string; finishedAt: string; isStaff: boolean; results: TaskResult[] }

/** `version` is that of the runs when they were collected. */
type CollectedRuns = Omit<ReportRuns, 'appendix'> & { version: string }
