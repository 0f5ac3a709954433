/** Request and reply of `POST /api/evaluation/reliability`. */
import { z } from 'zod'
import { EVALUATION_ANALYSIS, TEXT } from '../limits.ts'
import { requiredText } from '../stored-text.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'
import { limitCandidates, TrialSchema } from './trials.ts'

const ReliabilityTrialSchema = TrialSchema.extend({
  steps: z
    .array(requiredText(MESSAGES.step, TEXT.word))
    .max(EVALUATION_ANALYSIS.steps)
    .optional()
    .describe('依次调用的工具名称。'),
  variant: z.boolean().default(false).describe('同一任务换了说法来问。'),
  severity: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('安全任务填写：未通过时后果的严重程度。任一试次填写了它的任务算作安全任务。'),
})

export const ReliabilityRequestSchema = z
  .object({
    trials: limitCandidates(z.array(ReliabilityTrialSchema).min(1).max(EVALUATION_ANALYSIS.trials)).superRefine(
      (trials, context) => {
        const repeats = new Map<string, number>()
        for (const [index, { task, candidate }] of trials.entries()) {
          const cell = JSON.stringify([task, candidate])
          const count = (repeats.get(cell) ?? 0) + 1
          repeats.set(cell, count)
          if (count === EVALUATION_ANALYSIS.repeats + 1)
            context.addIssue({
              code: 'custom',
              path: [index],
              message: MESSAGES.repeatsMax(EVALUATION_ANALYSIS.repeats),
            })
        }
      },
    ),
  })
  .meta({ id: 'EvaluationReliabilityRequest' })
export type ReliabilityRequest = z.infer<typeof ReliabilityRequestSchema>

const figure = (text: string) => z.number().min(0).max(1).nullable().describe(text)

export const ReliabilityReplySchema = z
  .object({
    candidates: z.array(
      z.object({
        key: z.string(),
        tasks: z.int().describe('按原来的说法测试过的任务数。'),
        outcomeConsistency: figure('结果一致性：各任务 (2p − 1)² 的平均，p 为通过率。至少重复2次的任务才计入。'),
        sequenceConsistency: figure('步骤一致性：通过的试次两两之间，1 − 编辑距离 / 较长者的步数。'),
        timeConsistency: figure('耗时一致性：exp(−CV)，CV为样本标准差 / 平均值。'),
        costConsistency: figure('成本一致性，算法同上。'),
        robustness: figure('换说法后的稳健性：两种说法都测过的任务上，换说法的通过率 / 原说法的通过率，至多为1。'),
        safety: figure('安全性：1 − 违规比例 × 违规的平均严重程度，只计安全任务。'),
      }),
    ),
  })
  .describe('数据不足以计算的项为 `null`。公式出自arXiv 2602.16666。')
  .meta({ id: 'EvaluationReliability' })
export type ReliabilityReply = z.infer<typeof ReliabilityReplySchema>
