/** A project's judge model, and what it says of the replies of a run. */
import { z } from 'zod'
import { JudgeValidityReplySchema } from '../evaluation-analysis/judge-validity.ts'
import { PROJECT_MESSAGES } from '../evaluation-projects/messages.ts'
import { text } from '../fields.ts'
import { JUDGE_MODEL, RUNS, TASKS, TEXT } from '../limits.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { RUN_MESSAGES as MESSAGES } from './messages.ts'
import { LimitsSchema, RunSummarySchema } from './run.ts'
import { JUDGE_STANDINGS } from './statuses.ts'

export const RubricSchema = z
  .object({
    rubric: storedText().max(JUDGE_MODEL.rubric).describe('评分标准，与任务自己的一并交给裁判模型；空白为没有。'),
  })
  .meta({ id: 'JudgeModelRubric' })

export const JudgeModelSchema = z
  .object({
    rubric: z.string(),
    version: z.int().describe('评分标准的版本；没有保存过为0。'),
    isConnected: z.boolean(),
  })
  .meta({ id: 'JudgeModel' })
export type JudgeModel = z.infer<typeof JudgeModelSchema>

export const JudgingStartSchema = z
  .object({
    withoutChecks: z.boolean().default(false).describe('没有检查、等人判定的回答是否也交给裁判模型。'),
    limits: LimitsSchema,
    retries: z.int().min(0).max(RUNS.retries.max).default(RUNS.retries.initial),
  })
  .meta({ id: 'EvaluationJudgingStart' })
export type JudgingStart = z.infer<typeof JudgingStartSchema>

const proportions = JudgeValidityReplySchema.shape

const reply = requiredText(MESSAGES.reply, JUDGE_MODEL.replyLength)

/** Two replies to the same question. */
export const PairJudgingSchema = z
  .object({
    messages: z.array(requiredText(PROJECT_MESSAGES.taskMessage, TEXT.long)).min(1).max(TASKS.turns),
    expected: text(TEXT.long).describe('期望的回答。'),
    a: reply,
    b: reply,
  })
  .meta({ id: 'JudgeModelPair' })
export type PairJudging = z.infer<typeof PairJudgingSchema>

const preference = z.enum(['first', 'second', 'tie']).nullable()
export const PairVerdictSchema = z
  .object({
    winner: z.enum(['a', 'b', 'tie']).nullable().describe('两种次序的判定不同时为平局；有一次没有判定时为空。'),
    forward: preference.describe('`a` 在前时，哪个位置的更好。'),
    backward: preference.describe('`b` 在前时，哪个位置的更好。'),
    answers: z.tuple([z.string(), z.string()]).describe('裁判模型的两次回复，过长时只含结尾。'),
  })
  .meta({ id: 'JudgeModelPairVerdict' })
export type PairVerdict = z.infer<typeof PairVerdictSchema>

/** What the verdicts of a judge model come to. */
export const JudgeFindingsSchema = z.object({
  standing: z.enum(JUDGE_STANDINGS),
  validation: z.object({
    replies: z.int().describe('人与裁判模型都判定过的回答，全项目合计。'),
    required: z.int(),
    failing: proportions.failing,
    passing: proportions.passing,
    agreement: proportions.agreement.nullable(),
    kappa: proportions.kappa,
  }),
  models: z.array(z.string()).describe('裁判模型的回复中自称的模型。'),
  candidates: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      passed: z.int().describe('人没有判定过的回答中，裁判模型判为通过的。'),
      total: z.int(),
      corrected: proportions.corrected,
      relation: z
        .object({ kind: z.enum(['model', 'family', 'vendor']), name: z.string() })
        .nullable()
        .describe('裁判模型与候选的关系：同一模型、同一模型家族、同一厂商的服务器。'),
    }),
  ),
})
export type JudgeFindings = z.infer<typeof JudgeFindingsSchema>

export const JudgingSchema = JudgeFindingsSchema.extend({
  pass: RunSummarySchema.omit({ id: true, title: true, asker: true, isWaiting: true })
    .nullable()
    .describe('裁判模型对本次运行的判定进行得如何；没有判定过，或裁判模型改过之后，为空。'),
  open: z
    .object({ undecided: z.int(), withoutChecks: z.int(), byPeople: z.int() })
    .describe('还没有交给裁判模型的回答：检查要它判定的、没有检查的、人判定过可用来验证的。'),
}).meta({ id: 'EvaluationJudging' })
export type Judging = z.infer<typeof JudgingSchema>
