/** The data and geometry of the robustness and trial charts, and the effect of a changed weight. */
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { TrialsReply } from '#contracts/evaluation-analysis/trials.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import {
  isCovered,
  listCriterionShares,
  orderCandidates,
  rankTotals,
  recommend,
} from '#contracts/rules/evaluation/scoring.ts'
import { getCriterionValue } from '#contracts/rules/evaluation/weight-flips.ts'
import { roundTotal } from '#contracts/rules/score.ts'
import type { Recommendation } from '#contracts/vocabulary.ts'

/** A segment of a stacked bar; `from` and `length` are percentages of the bar. */
export type Segment = { rank: number; probability: number; from: number; length: number }

/** Returns the segments of a rank acceptability bar, by rank, without ranks of probability 0. */
export function stackRanks(probabilities: readonly number[]): Segment[] {
  let from = 0
  return probabilities.flatMap((probability, index) => {
    const segment = { rank: index + 1, probability, from, length: probability * 100 }
    from += segment.length
    return probability > 0 ? [segment] : []
  })
}

type WeightInterval = Analysis['weightIntervals'][number]

/** Returns the weight intervals, the tightest first. */
export const sortIntervals = (intervals: readonly WeightInterval[]): WeightInterval[] =>
  intervals.toSorted((a, b) => getMargin(a) - getMargin(b))

/** Returns how far a share can change before another candidate wins; infinity if no other candidate ever wins. */
export function getMargin({ share, winner: { from, to } }: WeightInterval): number {
  return Math.min(from > 0 ? share - from : Number.POSITIVE_INFINITY, to < 1 ? to - share : Number.POSITIVE_INFINITY)
}

/** A group or criterion whose weight can be changed, with its current share. */
export type AdjustableItem = { key: string; title: string; share: number; kind: 'group' | 'criterion' }

/** Returns the groups and criteria whose share can be changed: those with some, but not all of the weight. */
export function listAdjustableItems({ groups }: Pick<ProjectSetup, 'groups'>): AdjustableItem[] {
  const criteria = listCriterionShares(groups.map(toWeights))
  const titles = new Map(groups.flatMap((group) => group.criteria.map(({ key, title }) => [key, title])))
  return [
    ...groups.map(({ key, title }, index) => ({
      key,
      title,
      share: criteria.reduce((sum, criterion) => (criterion.group === index ? sum + criterion.share : sum), 0),
      kind: 'group' as const,
    })),
    ...criteria.map(({ key, share }) => ({ key, title: titles.get(key) ?? key, share, kind: 'criterion' as const })),
  ].filter(({ share }) => share > 0 && share < 1)
}

const toWeights = ({ key, weight, criteria }: ProjectSetup['groups'][number]) => ({
  key,
  weight,
  criteria: criteria.map((criterion) => ({ key: criterion.key, weight: criterion.weight })),
})

/** The result of a candidate in a ranking. */
export type Standing = { key: string; rank: number | null; total: number; recommendation: Recommendation | null }

/**
 * Returns the totals and verdicts, by rank, as they would be if a group or criterion had the given share (0 to 1) and
 * all others kept their proportions. Criteria without scores count as in the weight intervals.
 */
export function rankAtShare(setup: ProjectSetup, analysis: Analysis, item: AdjustableItem, share: number): Standing[] {
  const { groups, thresholds } = setup
  const criteria = listCriterionShares(groups.map(toWeights)).map((criterion) => {
    const key = item.kind === 'group' ? groups[criterion.group]?.key : criterion.key
    const factor = key === item.key ? share / item.share : (1 - share) / (1 - item.share)
    return { ...criterion, share: criterion.share * factor }
  })
  const standings = analysis.candidates.flatMap((candidate) => {
    if (candidate.total === null) return []
    const rated = { ...candidate, total: candidate.total }
    const total = criteria.reduce(
      (sum, criterion) => sum + criterion.share * getCriterionValue(rated, criterion, groups),
      0,
    )
    const coverage = criteria.reduce(
      (sum, criterion) => (candidate.criteria[criterion.key] ? sum + criterion.share : sum),
      0,
    )
    const verdict = recommend(roundTotal(total), { hasVeto: candidate.vetoes.length > 0, thresholds })
    return { key: candidate.key, total, recommendation: isCovered(coverage) ? verdict : null }
  })
  const names = new Map(setup.candidates.map(({ key, name }) => [key, name]))
  const order = orderCandidates(
    standings.map(({ total }) => total),
    standings.map(({ key }) => ({ key, name: names.get(key) ?? key })),
  )
  const sorted = order.flatMap((index) => standings[index] ?? [])
  const ranks = rankTotals(sorted.map(({ total }) => total))
  return sorted.map((standing, index) => ({ ...standing, rank: ranks[index] ?? null }))
}

/** Describes the effect of a changed weight: a new winner first, then changed verdicts. */
export function describeWeightChange(
  current: readonly Standing[],
  changed: readonly Standing[],
  getName: (key: string) => string,
): string {
  const winner = current[0]?.key
  const newWinner = changed[0]?.key
  const verdicts = new Map(current.map(({ key, recommendation }) => [key, recommendation]))
  const verdictChanges = changed.flatMap(({ key, recommendation }) => {
    const verdict = verdicts.get(key) ?? null
    if (verdict === recommendation) return []
    return [`${getName(key)}由“${verdict ?? '证据不足'}”变为“${recommendation ?? '证据不足'}”`]
  })
  const hasNewWinner = winner !== undefined && newWinner !== undefined && newWinner !== winner
  const winnerChanges = hasNewWinner ? [`${getName(newWinner)}超过${getName(winner)}`] : []
  const changes = [...winnerChanges, ...verdictChanges]
  return changes.length === 0 ? '第一名与各候选的结论都不变。' : `${changes.join('；')}。`
}

/** The plot area of a chart, in SVG units. */
export type Frame = { left: number; top: number; width: number; height: number }
export type Point = { x: number; y: number }

const roundToHundredths = (coordinate: number) => Math.round(coordinate * 100) / 100

/**
 * Converts fractions (0 to 1) of a frame's width and height to a point; `across` is from the left, `up` from the
 * bottom.
 */
export const locatePoint = ({ left, top, width, height }: Frame, across: number, up: number): Point => ({
  x: roundToHundredths(left + across * width),
  y: roundToHundredths(top + (1 - up) * height),
})

type TrialResult = TrialsReply['candidates'][number]

/** Returns the points of each candidate's pass^k curve; the x axis ends at the longest curve. */
export function layOutPassCurves(candidates: readonly TrialResult[], frame: Frame): { key: string; points: Point[] }[] {
  const maxTries = getMaxTries(candidates)
  return candidates.map(({ key, passHat }) => ({
    key,
    points: passHat.map((probability, index) =>
      locatePoint(frame, maxTries > 1 ? index / (maxTries - 1) : 0, probability),
    ),
  }))
}

/** Returns the highest k of any candidate's pass^k. */
export const getMaxTries = (candidates: readonly TrialResult[]): number =>
  Math.max(0, ...candidates.map(({ passHat }) => passHat.length))

/** Returns the vertical positions of labels for points at the given positions, moved so that no labels overlap. */
function spreadLabels(heights: readonly number[], gap: number, bottom: number): number[] {
  const order = [...heights.keys()].sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  const positions = heights.map(() => 0)
  let lowestFree = Number.NEGATIVE_INFINITY
  for (const index of order) {
    lowestFree = Math.max(heights[index] ?? 0, lowestFree + gap)
    positions[index] = lowestFree
  }
  let highestFree = bottom + gap
  for (const index of order.toReversed()) {
    highestFree = Math.min(positions[index] ?? 0, highestFree - gap)
    positions[index] = highestFree
  }
  return positions
}

type Size = { width: number; height: number }
type Box = { left: number; right: number; top: number; bottom: number }
type LabelSizes = { label: Size; dot: Size; chart: Size }

/** Where a label is tried: beside its dot, above or below it, then at its corners. */
const LABEL_DIRECTIONS = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
  { x: 0, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
] as const
/** How many times farther away than next to its dot a label may be placed. */
const LABEL_DISTANCES = [1, 2, 3, 4, 5] as const

/**
 * Returns the centers of the labels of points, each as near to its dot as possible without covering another dot or label,
 * or leaving the chart. Labels that aren't next to their dot are marked, since they need a line to it.
 */
export function placePointLabels(
  points: readonly Point[],
  { label, dot, chart }: LabelSizes,
): (Point & { isDistant: boolean })[] {
  const dots = points.map((point) => toBox(point, dot))
  const labels: Box[] = []
  const isFree = (box: Box) =>
    box.left >= 0 &&
    box.top >= 0 &&
    box.right <= chart.width &&
    box.bottom <= chart.height &&
    ![...dots, ...labels].some((other) => hasOverlap(box, other))
  return points.map(({ x, y }) => {
    const positions = LABEL_DISTANCES.flatMap((distance) =>
      LABEL_DIRECTIONS.map((direction) => ({
        x: x + direction.x * distance * ((dot.width + label.width) / 2),
        y: y + direction.y * distance * ((dot.height + label.height) / 2),
        isDistant: distance > 1,
      })),
    )
    const nextToDot = { x: x + (dot.width + label.width) / 2, y, isDistant: false }
    const position = positions.find((center) => isFree(toBox(center, label))) ?? nextToDot
    labels.push(toBox(position, label))
    return position
  })
}

const toBox = ({ x, y }: Point, { width, height }: Size): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

const hasOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Labels at the right edge of a chart: their column, from the left, and their vertical position. */
export type EdgeLabel = { column: number; y: number }

/**
 * Returns the labels of lines that end at the given heights. They are stacked without overlap; if there are more than fit
 * into one column, neighbours are in different columns.
 */
export function placeEdgeLabels(heights: readonly number[], gap: number, { top, height }: Frame): EdgeLabel[] {
  const columns = countLabelColumns(heights.length, gap, height)
  const positions = spreadLabels(heights, Math.min(gap, height / heights.length), top + height)
  const order = [...positions.keys()].sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0))
  return positions.map((y, index) => ({ y, column: order.indexOf(index) % columns }))
}

/** Returns how many columns labels need to be stacked with a gap. */
export const countLabelColumns = (count: number, gap: number, height: number): number =>
  Math.max(1, Math.ceil(((count - 1) * gap) / height))

export type PricedResult = TrialResult & { costPerSuccess: number }
const isPriced = (result: TrialResult): result is PricedResult => result.costPerSuccess !== null

/** Returns the candidates with a cost per success, cheapest first, and the Pareto front of cost and pass rate. */
export function findParetoFront(candidates: readonly TrialResult[]): { priced: PricedResult[]; front: PricedResult[] } {
  const priced = candidates
    .filter(isPriced)
    .sort((a, b) => a.costPerSuccess - b.costPerSuccess || b.passRate - a.passRate)
  let bestPassRate = Number.NEGATIVE_INFINITY
  const front = priced.filter(({ passRate }) => {
    const isBetter = passRate > bestPassRate
    if (isBetter) bestPassRate = passRate
    return isBetter
  })
  return { priced, front }
}
