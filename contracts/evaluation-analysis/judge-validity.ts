/** Request and reply of `POST /api/evaluation/judge-validity`. */
import { z } from 'zod'
import { EVALUATION_ANALYSIS } from '../limits.ts'
import { JUDGE_KAPPA_MIN } from '../rules/evaluation/judge-validity.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'

const verdicts = z.array(z.boolean()).min(1).max(EVALUATION_ANALYSIS.trials)
const count = z.int().min(0).max(EVALUATION_ANALYSIS.judgedReplies)

export const JudgeValidityRequestSchema = z
  .object({
    human: verdicts.describe('人的判定，每份回答一个，`true` 为通过。'),
    judge: verdicts.describe('裁判模型对同一批回答的判定，次序相同。'),
    others: z
      .object({ passed: count, total: count.min(1) })
      .refine(({ passed, total }) => passed <= total, { path: ['passed'], error: MESSAGES.passedMax })
      .optional()
      .describe('只有裁判模型判定过的其余回答。'),
  })
  .refine(({ human, judge }) => human.length === judge.length, { path: ['judge'], error: MESSAGES.verdictsLength })
  .meta({ id: 'EvaluationJudgeValidityRequest' })
export type JudgeValidityRequest = z.infer<typeof JudgeValidityRequestSchema>

const rate = z.number().min(0).max(1)
const ProportionSchema = z.object({ rate, interval: z.tuple([rate, rate]).describe('95%区间。') })

export const JudgeValidityReplySchema = z
  .object({
    failing: ProportionSchema.nullable().describe('人判为未通过的，裁判模型认出多少。没有这样的回答时为 `null`。'),
    passing: ProportionSchema.nullable().describe('人判为通过的，裁判模型认出多少。没有这样的回答时为 `null`。'),
    agreement: rate.describe('判定相同的比例。'),
    kappa: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .describe(`Cohen κ；达到${JUDGE_KAPPA_MIN}，裁判模型的判定才可计入。所有判定都相同时为 \`null\`。`),
    corrected: ProportionSchema.extend({ isClipped: z.boolean().describe('校正值超出0至1，已截断。') })
      .nullable()
      .describe('其余回答的通过率，按裁判模型的误差校正（Rogan与Gladen 1978）。裁判模型不优于随机时为 `null`。'),
  })
  .meta({ id: 'EvaluationJudgeValidity' })
export type JudgeValidityReply = z.infer<typeof JudgeValidityReplySchema>
