import type { ReportRuns } from '#contracts/evaluation-projects/report-runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** What reports need of the runs of projects, which a module above stores. */
export type RunEvidence = {
  /**
   * Returns what a report says of the runs of a project, and passes all of their trials to `writeLines` as lines of the
   * appendix. Throws `conflict` while a run hasn't ended.
   */
  collect(projectId: string, writeLines: (lines: readonly string[]) => Promise<void>): Promise<CollectedRuns>
  /** Returns a text that changes with the runs of a project and the outcomes of their trials. */
  getVersion(db: Queryable, projectId: string): Promise<string>
}

/** `version` is that of the runs when they were collected. */
export type CollectedRuns = Omit<ReportRuns, 'appendix'> & { version: string }
