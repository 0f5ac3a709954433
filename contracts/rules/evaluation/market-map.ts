/** The market map: its two axes (技术, 商业), their scale, and the size of its points (市场). */
import type { MapPoint, MapScore } from '../../published-evaluations/market-map.ts'
import type { PublishedGroup } from '../../published-evaluations/published-evaluation.ts'
import { SCORE_GROUP_LABELS } from '../../vocabulary.ts'
import type { Thresholds } from '../score.ts'

/** What a point shows: by its position on the two axes, and by its size. */
export type MapDimension = keyof typeof SCORE_GROUP_LABELS

/**
 * Returns a candidate's scores in the map's three dimensions; `undefined` unless all three are scored. A group is assigned
 * to a dimension by its key (`tech`, `business`, `market`) or by its title (技术、商业、市场), since a document may use numbered
 * keys.
 */
export function findMapScores(groups: readonly PublishedGroup[]): Record<MapDimension, MapScore> | undefined {
  const getScore = (dimension: MapDimension): MapScore | undefined => {
    const group =
      groups.find(({ key }) => key === dimension) ??
      groups.find(({ title }) => title.trim() === SCORE_GROUP_LABELS[dimension])
    if (!group || group.score === null) return undefined
    const { low, high } = group.interval ?? { low: group.score, high: group.score }
    return { score: group.score, low, high }
  }
  const [tech, business, market] = [getScore('tech'), getScore('business'), getScore('market')]
  return tech && business && market && { tech, business, market }
}

/** The range of scores that an axis shows. */
export type MapScale = { from: number; to: number }

const SCALE_STEP = 10
const MAX_SCORE = 100

/**
 * Returns the part of 0 to 100 that both axes show, so that they can be compared: from the multiple of ten below the lowest
 * bound of an interval, or below the threshold of 谨慎推荐, if that is lower, to 100.
 */
export function getMapScale(points: readonly Pick<MapPoint, 'tech' | 'business'>[], thresholds: Thresholds): MapScale {
  const bounds = points.flatMap(({ tech, business }) => [tech.low, business.low])
  const lowest = Math.min(thresholds.cautious, ...bounds)
  // A bound on the edge itself would be drawn on top of the axis.
  const from = Math.ceil(lowest / SCALE_STEP) * SCALE_STEP - SCALE_STEP
  return { from: Math.min(Math.max(0, from), MAX_SCORE - SCALE_STEP), to: MAX_SCORE }
}

/** Returns the position of a score on an axis, from 0 at its start to 1 at its end. */
export const getAxisPosition = (score: number, { from, to }: MapScale): number =>
  Math.min(1, Math.max(0, (score - from) / (to - from)))

/**
 * Returns the radius of a point relative to that of a score of 100: its area is proportional to the score, since readers compare
 * areas (Cleveland and McGill 1984, "Graphical Perception", JASA 79).
 */
export const getMapRadius = (score: number): number => Math.sqrt(Math.max(0, score) / MAX_SCORE)
