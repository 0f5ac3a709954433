/** Products of a category by the scores of their published evaluations: 技术 × 商业, with 市场 as size. */
import { z } from 'zod'
import { ThresholdsSchema } from '../documents/evaluation.ts'
import { SCORE } from '../limits.ts'
import { CATALOGUES, RECOMMENDATIONS } from '../vocabulary.ts'
import { ScoreIntervalSchema } from './published-evaluation.ts'

/** A group's score with its interval. */
const MapScoreSchema = ScoreIntervalSchema.extend({ score: z.number().min(SCORE.min).max(SCORE.max) })
export type MapScore = z.infer<typeof MapScoreSchema>

const MapPointSchema = z.object({
  product: z.object({ id: z.string(), name: z.string(), catalogue: z.enum(CATALOGUES) }),
  tech: MapScoreSchema,
  business: MapScoreSchema,
  market: MapScoreSchema,
  total: z.number(),
  recommendation: z.enum(RECOMMENDATIONS),
  evaluatedAt: z.iso.datetime(),
  validUntil: z.iso.date(),
  methodVersion: z.int(),
  reportId: z.string(),
  isExample: z.boolean(),
})
export type MapPoint = z.infer<typeof MapPointSchema>

export const MarketMapSchema = z
  .object({
    category: z.string(),
    catalogues: z.array(z.enum(CATALOGUES)).describe('有这个类别的产品的目录。'),
    products: z.int().describe('类别中的产品数。'),
    count: z.int().describe('其中有有效评估、且评过技术、商业、市场三组的产品数。'),
    required: z.int().describe('画图所需的产品数。'),
    thresholds: ThresholdsSchema,
    points: z.array(MapPointSchema).describe('总分高的在前；不足所需的产品数时为空。'),
  })
  .meta({ id: 'MarketMap' })
export type MarketMap = z.infer<typeof MarketMapSchema>

const MarketSummarySchema = z.object({
  category: z.string(),
  products: z.int(),
  count: z.int(),
})
export type MarketSummary = z.infer<typeof MarketSummarySchema>

export const MarketListSchema = z
  .object({ required: z.int(), categories: z.array(MarketSummarySchema) })
  .meta({ id: 'MarketList' })
export type MarketList = z.infer<typeof MarketListSchema>
