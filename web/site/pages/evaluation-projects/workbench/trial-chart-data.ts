/** The data and geometry of the charts of tests. */
import type { TrialsReply } from '#contracts/evaluation-analysis/trials.ts'

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

export type PricedResult = TrialResult & { costPerSuccess: number }
const isPriced = (result: TrialResult): result is PricedResult => result.costPerSuccess !== null

/** Returns the candidates with a cost per success, cheapest first, and the Pareto front of cost and pass rate. */
export function findParetoFront(candidates: readonly TrialResult[]): { priced: PricedResult[]; front: PricedResult[] } {
  const priced = candidates
    .filter(isPriced)
    .sort((a, b) => a.costPerSuccess - b.costPerSuccess || b.passRate - a.passRate)
  const front: PricedResult[] = []
  for (const result of priced) {
    const last = front.at(-1)
    const isEqual = last?.costPerSuccess === result.costPerSuccess && last.passRate === result.passRate
    if (!last || isEqual || result.passRate > last.passRate) front.push(result)
  }
  return { priced, front }
}
