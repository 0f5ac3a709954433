/** What the verdicts of several readers come to. */
import { isReplyVerdict, type PairVerdict, POINTS, type ReplyVerdict } from '../../evaluation-grading/verdicts.ts'
import { type Agreement, calculateAgreement } from './agreement.ts'

/** The better one of two replies, wherever they stood. */
export type PairWinner = 'a' | 'b' | 'tie'

/** Returns whether a verdict means that the reply passes. */
export const isPassVerdict = (verdict: ReplyVerdict): boolean =>
  verdict === 'passed' || (verdict !== 'failed' && Number(verdict) >= POINTS.pass)

/** Returns what more than half of the readers say; `undefined` if there is no such verdict. */
function findMajority<Value>(values: readonly Value[]): Value | undefined {
  for (const [value, same] of Map.groupBy(values, (item) => item)) if (same.length * 2 > values.length) return value
  return undefined
}

/**
 * Returns whether a reply passes by the majority of at least `readers` people; `null` while it takes one more of them,
 * such as a third where two differ.
 */
export const decideReply = (verdicts: readonly ReplyVerdict[], readers: number): boolean | null =>
  verdicts.length < readers ? null : (findMajority(verdicts.map(isPassVerdict)) ?? null)

/** Returns the better one of two replies by the majority of `readers` people, a tie without one; `null` before. */
export const decidePair = (winners: readonly PairWinner[], readers: number): PairWinner | null =>
  winners.length < readers ? null : (findMajority(winners) ?? 'tie')

/**
 * Returns the score, from 0 to 1, of a reply that has no checks: its mean points of the highest, or whether it passed.
 */
export function scoreReadings(verdicts: readonly ReplyVerdict[], isPassed: boolean): number {
  const points = verdicts.filter((verdict) => verdict !== 'passed' && verdict !== 'failed').map(Number)
  if (points.length === 0) return isPassed ? 1 : 0
  return points.reduce((sum, value) => sum + value, 0) / points.length / POINTS.max
}

/** Returns the winner among two replies that stood left and right, or right and left if they were swapped. */
export function toWinner(verdict: PairVerdict, isSwapped: boolean): PairWinner {
  if (verdict === 'equal') return 'tie'
  return (verdict === 'left') === isSwapped ? 'b' : 'a'
}

/** Returns what a reader said of two replies, as they stood before that reader. */
export function toPairVerdict(winner: PairWinner, isSwapped: boolean): PairVerdict {
  if (winner === 'tie') return 'equal'
  return (winner === 'a') === isSwapped ? 'right' : 'left'
}

const WINNER_NUMBERS: Record<PairWinner, number> = { a: 1, tie: 0.5, b: 0 }

const toNumber = (verdict: ReplyVerdict | PairWinner): number => {
  if (!isReplyVerdict(verdict)) return WINNER_NUMBERS[verdict]
  return verdict === 'passed' ? 1 : verdict === 'failed' ? 0 : Number(verdict)
}

const toCategory = (verdict: ReplyVerdict | PairWinner): boolean | PairWinner =>
  isReplyVerdict(verdict) ? isPassVerdict(verdict) : verdict

/** `agreed` of the `units` that several people have read are those that all pass, or all fail, or with the same winner. */
export type ReadingAgreement = Agreement & { agreed: number }

/**
 * Returns the agreement of readers: Krippendorff's α with the interval metric, which for ✓ and ✗ equals the nominal one
 * (Krippendorff 2011), of points, or of winners with a tie halfway. Each unit lists the verdicts on one reply or pair.
 */
export function calculateReadingAgreement(
  units: readonly (readonly (ReplyVerdict | PairWinner)[])[],
): ReadingAgreement {
  const compared = units.filter((verdicts) => verdicts.length >= 2)
  return {
    ...calculateAgreement(compared.map((verdicts) => verdicts.map(toNumber))),
    agreed: compared.filter((verdicts) => new Set(verdicts.map(toCategory)).size === 1).length,
  }
}
