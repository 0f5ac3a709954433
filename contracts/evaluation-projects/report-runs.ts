/** What a report says of the runs of its project: protocol, figures, failures, quoted replies, and the appendix. */
import { z } from 'zod'
import { GradingResultsSchema, ReopeningSchema } from '../evaluation-grading/grading.ts'
import { JudgeFindingsSchema } from '../evaluation-runs/judging.ts'
import { OutcomeCountsSchema, RunFailureSchema, RunSchema, RunTrialSchema } from '../evaluation-runs/run.ts'

/**
 * A quoted trial. Those of a candidate and outcome whose `sha256` is smallest are quoted, which nobody can choose and
 * anybody can check in the appendix. `isCut` says that a message or the reply is longer there.
 */
const QuotedTrialSchema = RunTrialSchema.pick({
  id: true,
  task: true,
  candidate: true,
  repeat: true,
  variant: true,
  decidedBy: true,
  reason: true,
  messages: true,
  earlierReplies: true,
  reply: true,
  checks: true,
  sha256: true,
}).extend({ outcome: z.enum(['passed', 'failed']), isCut: z.boolean() })
export type QuotedTrial = z.infer<typeof QuotedTrialSchema>

/** Where the replies of a candidate came from, as they said themselves. */
const ReportEndpointSchema = z.object({ candidate: z.string(), host: z.string(), models: z.array(z.string()) })

/** A run that has ended, with the tasks and candidates as they were when it began. */
const ReportRunSchema = RunSchema.pick({
  id: true,
  title: true,
  status: true,
  statusReason: true,
  planned: true,
  outcomes: true,
  calls: true,
  cost: true,
  startedAt: true,
  repeats: true,
  retries: true,
  askAgain: true,
  seed: true,
  limits: true,
  tasks: true,
  candidates: true,
}).extend({
  finishedAt: z.iso.datetime(),
  unknownCosts: RunSchema.shape.unknownCosts
    .optional()
    .describe('问过而不知道费用的试次（含出错的），没有计入 `cost`；早先的报告没有这一项。'),
  startedBy: z.object({ name: z.string(), isStaff: z.boolean().describe('由平台的工作人员发起。') }),
  seal: z.string().nullable().describe('运行时题目所受的密封的SHA-256；题目没有密封时为 `null`。'),
  sources: z
    .array(z.object({ title: z.string(), version: z.int(), hash: z.string(), tasks: z.int(), edited: z.int() }))
    .optional()
    .describe('任务取自哪些题库的哪个版本，其中几个后来改过；早先的报告没有这一项。'),
  endpoints: z.array(ReportEndpointSchema),
  people: z
    .object({
      ...GradingResultsSchema.omit({ readers: true, disputes: true }).shape,
      readers: z.int(),
      setAside: z.int().optional().describe('判定之后声明了利益冲突，因此不计入的判定；早先的报告没有这一项。'),
      reopenings: z.array(ReopeningSchema).optional().describe('结束之后重新开放的；早先的报告没有这一项。'),
    })
    .optional()
    .describe('评委在不知道是谁的情况下的判定，以及判定不一致的条数；没有人判定过时没有。'),
  judgeModel: JudgeFindingsSchema.extend({
    rubric: z.string(),
    rubricVersion: z.int().describe('评分标准保存过几次。'),
  })
    .optional()
    .describe('裁判模型与人的一致程度，以及它对其余回答的判定；没有用裁判模型时没有。'),
  failureKinds: z.array(RunFailureSchema.omit({ reason: true })).describe('未通过与出错的次数，按候选与种类。'),
  failures: z.array(RunFailureSchema).describe('次数最多的原因。'),
  quotes: z.array(QuotedTrialSchema),
})
export type ReportRun = z.infer<typeof ReportRunSchema>

/** A run that was deleted before the report, so that nobody keeps only the runs that they like. */
const DeletedRunSchema = z.object({
  id: z.string(),
  title: z.string(),
  planned: z.int(),
  outcomes: OutcomeCountsSchema,
  startedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime(),
})
export type DeletedRun = z.infer<typeof DeletedRunSchema>

/**
 * The file with all trials of the runs, by run and in the order of asking: each line is a `RunTrial` in canonical JSON
 * (RFC 8785), UTF-8, and ends with a line feed. `sha256` is that of its bytes, in hex.
 */
const AppendixSchema = z.object({ sha256: z.string(), bytes: z.int(), trials: z.int() })
export type Appendix = z.infer<typeof AppendixSchema>

export const ReportRunsSchema = z.object({
  runs: z.array(ReportRunSchema).describe('最早的在前。'),
  deleted: z.array(DeletedRunSchema),
  appendix: AppendixSchema.nullable().describe('没有一次试次时为 `null`。'),
})
export type ReportRuns = z.infer<typeof ReportRunsSchema>
