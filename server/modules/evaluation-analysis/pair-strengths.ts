/** Who is better when two replies to the same question are read side by side. */

import { calculateWilsonInterval, type Range, Z_95 } from '#contracts/rules/evaluation/trials.ts'
import { itemAt } from '#contracts/rules/item-at.ts'

export type PairJudgement = { a: string; b: string; winner: 'a' | 'b' | 'tie' }

type PairStrength = {
  key: string
  /** γ of the model of Bradley and Terry, all adding up to 1; `null` if the judgements don't determine it. */
  strength: number | null
  interval: Range | null
  /** Wins and half of the ties / judgements. */
  winRate: number
  winRateInterval: Range
}

/** The MM algorithm stops when no strength changes by more than this part of it. */
const TOLERANCE = 1e-12
const ITERATIONS_MAX = 100_000

/**
 * Returns each candidate's rate of wins with Wilson's interval, and its strength γ, in the order of their first
 * judgements: a beats b with probability γ_a / (γ_a + γ_b), and a tie is half a win for each (Bradley and Terry 1952;
 * maximum likelihood by Hunter 2004, "MM algorithms for generalized Bradley–Terry models", equation 3). Strengths are
 * `null` if some candidates never lost to the others, even over several steps, since no finite strength is then the
 * likeliest (Hunter's assumption 1). Intervals cover 95 %, from Fisher's information on the logit of the strength.
 */
export function calculatePairStrengths(judgements: readonly PairJudgement[]): PairStrength[] {
  const keys = [...new Set(judgements.flatMap(({ a, b }) => [a, b]))]
  const wins = countWins(judgements, keys)
  const strengths = isDetermined(wins) ? fitStrengths(wins) : null
  const intervals = strengths && calculateIntervals(wins, strengths)
  return keys.map((key, index) => {
    const won = sum(itemAt(wins, index))
    const compared = won + sum(wins.map((row) => itemAt(row, index)))
    return {
      key,
      strength: strengths ? itemAt(strengths, index) : null,
      interval: intervals ? itemAt(intervals, index) : null,
      winRate: won / compared,
      winRateInterval: calculateWilsonInterval(won, compared),
    }
  })
}

/** `wins[i][j]`: how often candidate i beat candidate j, ties as halves. */
type Wins = readonly (readonly number[])[]

function countWins(judgements: readonly PairJudgement[], keys: readonly string[]): Wins {
  const indexes = new Map(keys.map((key, index) => [key, index]))
  const wins = keys.map(() => keys.map(() => 0))
  const add = (winner: string, loser: string, amount: number) => {
    const row = wins[indexes.get(winner) ?? -1]
    const column = indexes.get(loser)
    if (row && column !== undefined) row[column] = (row[column] ?? 0) + amount
  }
  for (const { a, b, winner } of judgements) {
    if (winner !== 'b') add(a, b, winner === 'tie' ? 0.5 : 1)
    if (winner !== 'a') add(b, a, winner === 'tie' ? 0.5 : 1)
  }
  return wins
}

/** Returns whether each candidate beat each other, directly or by those it beat: otherwise a strength would be infinite. */
function isDetermined(wins: Wins): boolean {
  const reachesAll = (doesBeat: (winner: number, loser: number) => boolean) => {
    const reached = new Set([0])
    for (const winner of reached) for (const loser of wins.keys()) if (doesBeat(winner, loser)) reached.add(loser)
    return reached.size === wins.length
  }
  const beats = (winner: number, loser: number) => itemAt(itemAt(wins, winner), loser) > 0
  return reachesAll(beats) && reachesAll((winner, loser) => beats(loser, winner))
}

function fitStrengths(wins: Wins): number[] {
  let strengths = wins.map(() => 1 / wins.length)
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
    const next = normalize(wins.map((row, index) => sum(row) / sumOfShares(wins, strengths, index)))
    const isStable = next.every((value, index) => Math.abs(value / itemAt(strengths, index) - 1) < TOLERANCE)
    strengths = next
    if (isStable) break
  }
  return strengths
}

/** Returns Σ over the others of judgements between both / (γ + γ of the other). */
const sumOfShares = (wins: Wins, strengths: readonly number[], index: number): number =>
  sum(
    wins.map((row, other) =>
      other === index
        ? 0
        : (itemAt(row, index) + itemAt(itemAt(wins, index), other)) /
          (itemAt(strengths, index) + itemAt(strengths, other)),
    ),
  )

function normalize(strengths: readonly number[]): number[] {
  const total = sum(strengths)
  return strengths.map((strength) => strength / total)
}

/**
 * Returns the interval of each strength: the standard error of its logit by the delta method from the covariance of the
 * log strengths. The information matrix is singular, since only their differences count; the constant added to each
 * entry makes it invertible and cancels out.
 */
function calculateIntervals(wins: Wins, strengths: readonly number[]): Range[] {
  const information = wins.map((row, index) =>
    row.map((_, other) => {
      const between = (first: number, second: number) => {
        const judgements = itemAt(itemAt(wins, first), second) + itemAt(itemAt(wins, second), first)
        const [one, two] = [itemAt(strengths, first), itemAt(strengths, second)]
        return (judgements * one * two) / (one + two) ** 2
      }
      const own = index === other ? sum(row.map((_, third) => (third === index ? 0 : between(index, third)))) : 0
      return 1 + (index === other ? own : -between(index, other))
    }),
  )
  return strengths.map((strength, index) => {
    const gradient = strengths.map((other, position) => ((position === index ? 1 : 0) - other) / (1 - strength))
    const error = Math.sqrt(
      sum(solve(information, gradient).map((value, position) => value * itemAt(gradient, position))),
    )
    const logit = Math.log(strength / (1 - strength))
    return [toShare(logit - Z_95 * error), toShare(logit + Z_95 * error)]
  })
}

const toShare = (logit: number) => 1 / (1 + Math.exp(-logit))

/** Returns x of matrix · x = right, for a symmetric positive definite matrix, by Gauss's elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, itemAt(right, index)])
  for (const [index, pivot] of rows.entries())
    for (const row of rows) {
      if (row === pivot) continue
      const factor = itemAt(row, index) / itemAt(pivot, index)
      for (const column of row.keys()) row[column] = itemAt(row, column) - factor * itemAt(pivot, column)
    }
  return rows.map((row, index) => itemAt(row, rows.length) / itemAt(row, index))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
