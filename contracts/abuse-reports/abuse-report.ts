/** Reports by members of published texts that break the rules; nobody is told who reported. */
import { z } from 'zod'
import { ABUSE_REPORTS } from '../limits.ts'
import { outsiderText } from '../outsider-data.ts'
import { pathId } from '../path-id.ts'
import { storedText } from '../stored-text.ts'
import { REPORT_MESSAGES as MESSAGES } from './messages.ts'
import { REPORT_REASONS, REPORTED_KINDS } from './reasons.ts'

export const AbuseReportInputSchema = z
  .object({
    kind: z.enum(REPORTED_KINDS, MESSAGES.unknownKind).describe('`review` 为会员评价，`post` 为提问或回答。'),
    id: pathId('内容的编号。'),
    reason: z.enum(REPORT_REASONS, MESSAGES.unknownReason),
    words: storedText().trim().max(ABUSE_REPORTS.wordsMax).default('').describe('补充说明；理由为 `other` 时必填。'),
  })
  .refine(({ reason, words }) => reason !== 'other' || words !== '', { error: MESSAGES.words, path: ['words'] })
export type AbuseReportInput = z.infer<typeof AbuseReportInputSchema>

/** A report as moderators see it. */
const AbuseReportSchema = z
  .object({ id: z.string(), reason: z.enum(REPORT_REASONS), words: outsiderText(), reportedAt: z.iso.datetime() })
  .meta({ id: 'AbuseReport' })
export type AbuseReport = z.infer<typeof AbuseReportSchema>

export const AbuseReportsSchema = z.array(AbuseReportSchema).describe('未处理的举报，新的在前；不含举报人。')

export const ReportDismissalSchema = z.object({
  until: z.iso.datetime(MESSAGES.until).describe('看到的最后一次举报的时间；此后的举报不受影响。'),
})
