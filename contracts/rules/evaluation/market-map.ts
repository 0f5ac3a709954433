/** The market map: its axes, their scale, and the size of its points. */
import type { MapPoint, MapScore } from '../../published-evaluations/market-map.ts'
import type { PublishedGroup } from '../../published-evaluations/published-evaluation.ts'
import { SCORE_GROUP_LABELS } from '../../vocabulary.ts'
import type { Thresholds } from '../score.ts'

export type MapAxis = keyof typeof SCORE_GROUP_LABELS

/**
 * Returns a candidate's scores on the map's three axes; `undefined` unless all three are scored. A group is assigned to
 * an axis by its key (`tech`, `business`, `market`) or by its title (技术、商业、市场), since a document may use numbered keys.
 */
export function findMapScores(groups: readonly PublishedGroup[]): Record<MapAxis, MapScore> | undefined {
  const getScore = (axis: MapAxis): MapScore | undefined => {
    const group =
      groups.find(({ key }) => key === axis) ?? groups.find(({ title }) => title.trim() === SCORE_GROUP_LABELS[axis])
    if (!group || group.score === null) return undefined
    const { low, high } = group.interval ?? { low: group.score, high: group.score }
    return { score: group.score, low, high }
  }
  const [tech, business, market] = [getScore('tech'), getScore('business'), getScore('market')]
  return tech && business && market && { tech, business, market }
}

/** The range of scores that an axis shows. */
export type MapScale = { from: number; to: number }

const STEP = 10
const FULL = 100

/**
 * Returns the part of 0 to 100 that both axes show. It is the same for both, so that they can be compared: from the
 * multiple of ten below the lowest bound of any interval and the lowest threshold, to 100.
 */
export function getMapScale(points: readonly Pick<MapPoint, 'tech' | 'business'>[], thresholds: Thresholds): MapScale {
  const bounds = points.flatMap(({ tech, business }) => [tech.low, business.low])
  const lowest = Math.min(thresholds.cautious, ...bounds)
  // A bound on the edge itself would be drawn on top of the axis.
  const from = Math.ceil(lowest / STEP) * STEP - STEP
  return { from: Math.min(Math.max(0, from), FULL - STEP), to: FULL }
}

/** Returns the position of a score on an axis, from 0 at its start to 1 at its end. */
export const getAxisPosition = (score: number, { from, to }: MapScale): number =>
  Math.min(1, Math.max(0, (score - from) / (to - from)))

/**
 * Returns the radius of a point relative to that of 100: its area is proportional to the score, since readers compare
 * areas (Cleveland and McGill 1984, "Graphical Perception", JASA 79).
 */
export const getMapRadius = (score: number): number => Math.sqrt(Math.max(0, score) / FULL)
