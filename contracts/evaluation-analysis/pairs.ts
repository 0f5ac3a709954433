/** Request and reply of `POST /api/evaluation/pairs`. */
import { z } from 'zod'
import { EVALUATION_ANALYSIS } from '../limits.ts'
import { KeySchema } from './keys.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'

/** Which of two candidates was better at something. */
const JudgementSchema = z
  .object({
    a: KeySchema,
    b: KeySchema,
    winner: z.enum(['a', 'b', 'tie']).describe('`tie` 为不分高下，双方各记半次胜出。'),
  })
  .refine(({ a, b }) => a !== b, { path: ['b'], error: MESSAGES.sameCandidate })

const countCandidates = (judgements: readonly { a: string; b: string }[]): number =>
  new Set(judgements.flatMap(({ a, b }) => [a, b])).size

/** A list of judgements is as long as one of trials may be. */
export const PairsRequestSchema = z
  .object({
    judgements: z
      .array(JudgementSchema)
      .min(1)
      .max(EVALUATION_ANALYSIS.trials)
      .refine(
        (judgements) => countCandidates(judgements) <= EVALUATION_ANALYSIS.candidates,
        MESSAGES.candidatesMax(EVALUATION_ANALYSIS.candidates),
      ),
  })
  .meta({ id: 'EvaluationPairsRequest' })
export type PairsRequest = z.infer<typeof PairsRequestSchema>

const fraction = z.number().min(0).max(1)
const interval = z.tuple([fraction, fraction])

export const PairsReplySchema = z
  .object({
    candidates: z.array(
      z.object({
        key: z.string(),
        strength: fraction
          .nullable()
          .describe(
            'Bradley–Terry强度（Hunter 2004），合计为1：甲胜乙的概率为 甲 / (甲 + 乙)。有候选从不输给其余候选时无法确定，为 `null`。',
          ),
        interval: interval.nullable().describe('强度的95%区间。'),
        winRate: fraction.describe('胜出与一半平局的比例。'),
        winRateInterval: interval.describe('胜率的Wilson 95%区间。'),
      }),
    ),
  })
  .meta({ id: 'EvaluationPairs' })
export type PairsReply = z.infer<typeof PairsReplySchema>
