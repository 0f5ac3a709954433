/** The documents that the worker thread of `service.ts` writes: large ones take seconds. */
import { describeReportOrigin, type ReportReply } from '#contracts/evaluation-projects/report.ts'
import { writeWorkbook } from '#server/platform/tables/xlsx.ts'
import { listSheets } from '../sheets.ts'

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
