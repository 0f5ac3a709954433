import { z } from 'zod'
import { POINTS } from '../evaluation-grading/verdicts.ts'

/** What a judge model said of one reply. */
export const JudgementSchema = z.object({
  isPassed: z.boolean().nullable().describe('没有给出判定时为空。'),
  score: z.number().nullable().describe(`0至${POINTS.max}分；没有打分时为空。`),
  reason: z.string(),
  model: z.string().nullable(),
  at: z.iso.datetime(),
})
export type Judgement = z.infer<typeof JudgementSchema>
