/** The market map: which groups are its axes, how its axes are cut, and how large its points are. */
import type { MapPoint, MapScore } from '../../published-evaluations/market-map.ts'
import type { PublishedGroup } from '../../published-evaluations/published-evaluation.ts'
import { SCORE_GROUP_LABELS } from '../../vocabulary.ts'
import type { Thresholds } from '../score.ts'

export type MapAxis = keyof typeof SCORE_GROUP_LABELS

/**
 * Returns a candidate's scores on the map's three axes; `undefined` unless all three are scored. A group is an axis by
 * its key (`tech`, `business`, `market`) or by its title (技术、商业、市场), for a document may number its keys.
 */
export function findMapScores(groups: readonly PublishedGroup[]): Record<MapAxis, MapScore> | undefined {
  const find = (axis: MapAxis): MapScore | undefined => {
    const group =
      groups.find(({ key }) => key === axis) ?? groups.find(({ title }) => title.trim() === SCORE_GROUP_LABELS[axis])
    if (!group || group.score === null) return undefined
    const { low, high } = group.interval ?? { low: group.score, high: group.score }
    return { score: group.score, low, high }
  }
  const [tech, business, market] = [find('tech'), find('business'), find('market')]
  return tech && business && market && { tech, business, market }
}

/** The scores from which to which an axis is drawn. */
export type MapScale = { from: number; to: number }

const STEP = 10
const FULL = 100

/**
 * Returns the part of 0 to 100 that both axes show: the same for both, so that they can be compared, from the ten below
 * the lowest bound of any interval and the lowest threshold. It ends at 100.
 */
export function getMapScale(points: readonly Pick<MapPoint, 'tech' | 'business'>[], thresholds: Thresholds): MapScale {
  const bounds = points.flatMap(({ tech, business }) => [tech.low, business.low])
  const lowest = Math.min(thresholds.cautious, ...bounds)
  // A bound on the edge itself would be drawn upon the axis.
  const from = Math.ceil(lowest / STEP) * STEP - STEP
  return { from: Math.min(Math.max(0, from), FULL - STEP), to: FULL }
}

/** Returns where a score lies on an axis, from 0 at its beginning to 1 at its end. */
export const placeScore = (score: number, { from, to }: MapScale): number =>
  Math.min(1, Math.max(0, (score - from) / (to - from)))

/**
 * Returns the radius of a point as a part of the largest, that of 100: its area is proportional to the score, since
 * areas are what is compared (Cleveland and McGill 1984, "Graphical Perception", JASA 79).
 */
export const getMapRadius = (score: number): number => Math.sqrt(Math.max(0, score) / FULL)
