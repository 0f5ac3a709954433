import type { MapPoint, MapScore } from '#contracts/published-evaluations/market-map.ts'
import { formatNumber, formatTotal } from '#contracts/rules/evaluation/format-figures.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'

/** Returns an interval as text: `80–84`. */
export const formatInterval = ({ low, high }: MapScore): string => `${formatNumber(low)}–${formatNumber(high)}`

const describeScore = (label: string, score: MapScore): string =>
  `${label}${formatNumber(score.score)}（区间${formatNumber(score.low)}至${formatNumber(score.high)}）`

/** Describes a point for screen readers. */
export const describePoint = ({
  product,
  tech,
  business,
  market,
  total,
  recommendation,
  isExample,
}: MapPoint): string =>
  [
    `${product.name}${isExample ? '（示例评估）' : ''}`,
    describeScore(SCORE_GROUP_LABELS.tech, tech),
    describeScore(SCORE_GROUP_LABELS.business, business),
    describeScore(SCORE_GROUP_LABELS.market, market),
    `总分${formatTotal(total)}，${recommendation}`,
  ].join('，')
