/** Request and reply of `POST /api/evaluation/trials`. */
import { z } from 'zod'
import { EVALUATION_ANALYSIS, TRIAL_MEASURE_MAX } from '../limits.ts'
import { KeySchema } from './keys.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'

const measure = z.number().min(0).max(TRIAL_MEASURE_MAX).optional()

export const TrialSchema = z.object({
  task: KeySchema,
  candidate: KeySchema,
  isPassed: z.boolean(),
  seconds: measure,
  cost: measure,
})

/** Refuses trials of more candidates than can be compared. */
export const limitCandidates = <Trial extends z.ZodType<{ candidate: string }>>(trials: z.ZodArray<Trial>) =>
  trials.refine((list) => new Set(list.map(({ candidate }) => candidate)).size <= EVALUATION_ANALYSIS.candidates, {
    error: MESSAGES.candidatesMax(EVALUATION_ANALYSIS.candidates),
  })

export const TrialsRequestSchema = z
  .object({
    trials: limitCandidates(z.array(TrialSchema).min(1).max(EVALUATION_ANALYSIS.trials)),
    seed: z.int().min(0).max(0xffffffff).default(1),
  })
  .meta({ id: 'EvaluationTrialsRequest' })
export type TrialsRequest = z.infer<typeof TrialsRequestSchema>

const rate = z.number().min(0).max(1)
const difference = z.number().min(-1).max(1)

export const TrialsReplySchema = z
  .object({
    candidates: z.array(
      z.object({
        key: z.string(),
        tasks: z.int(),
        trials: z.int(),
        passed: z.int(),
        passRate: rate.describe('通过的试次 / 试次。'),
        interval: z.tuple([rate, rate]).describe('Wilson 95%区间。'),
        passHat: z.array(rate).describe('pass^k，k 从1到各任务最少的试次数。'),
        secondsMedian: z.number().nullable(),
        secondsP95: z.number().nullable(),
        costPerSuccess: z.number().nullable(),
      }),
    ),
    differences: z
      .array(
        z.object({
          of: z.string(),
          than: z.string(),
          difference,
          interval: z
            .tuple([difference, difference])
            .nullable()
            .describe('成对自助法95%区间；共同任务不足两个时为 `null`。'),
        }),
      )
      .describe('两个候选在共同任务上的通过率之差（按任务平均）：`of`的减去`than`的。'),
  })
  .meta({ id: 'EvaluationTrials' })
export type TrialsReply = z.infer<typeof TrialsReplySchema>
