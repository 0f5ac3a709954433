/** The documents that the worker thread of `service.ts` writes: large ones take seconds. */
import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ActEntry } from '#contracts/evaluation-projects/record.ts'
import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import type { ReportRuns } from '#contracts/evaluation-projects/report-runs.ts'
import { describeReportOrigin } from '#contracts/rules/evaluation/describe-report-origin.ts'
import { writeWorkbook } from '#server/platform/tables/xlsx.ts'
import { createTrialSheet } from '../run-sheets.ts'
import { listSheets } from '../sheets.ts'
import type { ExportedTrial } from './run-evidence.ts'

export { writeReportDocument } from './document.ts'

/** Returns the workbook of a report. */
export const writeReportWorkbook = ({ data, isPublished }: ReportReply): Promise<Buffer> =>
  writeWorkbook(
    listSheets(data, {
      name: data.project.name,
      origin: describeReportOrigin(data.project.ownerName, isPublished),
    }),
    { header: `${data.project.name}　评审报告　编号：${data.id}` },
  )

/** A project as its owner sees it, with its figures, its runs and what was done with it. */
export type ProjectRecord = { project: ProjectView; runs?: ReportRuns; record: ActEntry[] } & ProjectAnalysis
/** The first trials of a project's runs, and whether there are more. */
export type FirstTrials = { trials: ExportedTrial[]; isCut: boolean }
type ProjectWorkbook = { record: ProjectRecord; trials: FirstTrials | null }

/** Returns the workbook of a project as its owner sees it; `trials` are those of its runs, if there are any. */
export function writeProjectWorkbook({ record, trials }: ProjectWorkbook): Promise<Buffer> {
  const { project, ...figures } = record
  const sheets = listSheets({ ...project, ...figures }, { name: project.name })
  if (record.runs && trials) sheets.push(createTrialSheet(record.runs, trials))
  return writeWorkbook(sheets)
}
