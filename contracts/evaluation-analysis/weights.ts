/** Request and reply of `POST /api/evaluation/weights`. */
import { z } from 'zod'
import { EVALUATION_ANALYSIS } from '../limits.ts'
import { PAIRED_CRITERIA_MAX } from '../rules/evaluation/criterion-weights.ts'
import { itemAt } from '../rules/item-at.ts'
import { reportIssue } from './keys.ts'
import { ANALYSIS_MESSAGES as MESSAGES } from './messages.ts'

/** Users enter a third as 0.333, so the product of a pair may deviate from 1 by this much. */
const RECIPROCAL_TOLERANCE = 0.02

export const MatrixSchema = z
  .array(z.array(z.number().positive(MESSAGES.positive).max(1_000_000)).max(PAIRED_CRITERIA_MAX))
  .min(1)
  .max(PAIRED_CRITERIA_MAX)
  .superRefine(reportMatrix)

/**
 * Reports rows of the wrong length; in a square matrix, diagonal entries other than 1 and pairs that aren't reciprocal.
 */
function reportMatrix(matrix: readonly (readonly number[])[], context: z.RefinementCtx): void {
  const unevenRow = matrix.findIndex((entries) => entries.length !== matrix.length)
  if (unevenRow !== -1) reportIssue(context, [unevenRow], MESSAGES.square)
  else for (const [row, entries] of matrix.entries()) reportRow(matrix, row, entries, context)
}

function reportRow(
  matrix: readonly (readonly number[])[],
  row: number,
  entries: readonly number[],
  context: z.RefinementCtx,
): void {
  if (entries[row] !== 1) reportIssue(context, [row, row], MESSAGES.diagonal)
  for (const [column, entry] of entries.entries()) {
    const isReciprocal = Math.abs(entry * itemAt(itemAt(matrix, column), row) - 1) <= RECIPROCAL_TOLERANCE
    if (column > row && !isReciprocal) reportIssue(context, [row, column], MESSAGES.reciprocal(row + 1, column + 1))
  }
}

export const WeightsRequestSchema = z
  .discriminatedUnion('method', [
    z.object({
      method: z.literal('pairs'),
      matrix: MatrixSchema.describe('两两比较矩阵：第 i 行第 j 列为 i 相对 j 的重要程度。'),
    }),
    z.object({
      method: z.literal('order'),
      count: z.int().min(1).max(EVALUATION_ANALYSIS.criteria).describe('按重要程度排好序的准则数。'),
    }),
  ])
  .meta({ id: 'EvaluationWeightsRequest' })
export type WeightsRequest = z.infer<typeof WeightsRequestSchema>

const weights = z.array(z.number().min(0).max(1)).describe('合计为1。')

export const WeightsReplySchema = z
  .union([
    z.object({
      weights,
      lambdaMax: z.number(),
      consistencyIndex: z.number(),
      consistencyRatio: z.number().describe('低于0.1视为一致。'),
      worst: z.tuple([z.int(), z.int(), z.int()]).nullable().describe('最不一致的三项（从0起的序号）。'),
    }),
    z.object({ weights }),
  ])
  .meta({ id: 'EvaluationWeights' })
export type WeightsReply = z.infer<typeof WeightsReplySchema>
