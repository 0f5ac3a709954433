/** Formats figures for sentences and tables. */
import { EQUALITY_TOLERANCE } from '../score.ts'

/** With this number of decimals, everything that is below a bound by more than the tolerance is shown below it. */
const DECIMALS_MAX = 9

/**
 * Returns a number with at most `decimals` decimals, rounded half away from zero, without trailing zeros: −0.3, 74.8.
 */
export function formatNumber(value: number, decimals = 1): string {
  const rounded = round(Math.abs(value), decimals)
  return value < 0 && rounded > 0 ? `−${rounded}` : String(rounded)
}

const round = (value: number, decimals: number) =>
  Math.floor(value * 10 ** decimals + 0.5 + EQUALITY_TOLERANCE) / 10 ** decimals

/**
 * Returns the number of decimals, one or more, with which a value of 0 or more that is below a bound is also shown below
 * it.
 */
export function countDecimals(value: number, bounds: readonly number[]): number {
  const upper = bounds.filter((bound) => value < bound - EQUALITY_TOLERANCE)
  let decimals = 1
  while (decimals < DECIMALS_MAX && upper.some((bound) => round(value, decimals) >= bound)) decimals++
  return decimals
}

/**
 * Returns points with one decimal, and with more if they would otherwise appear to reach a bound that they are below:
 * 59.96 is below a minimum of 60.
 */
export const formatPoints = (points: number, bounds: readonly number[]): string =>
  formatNumber(points, countDecimals(points, bounds))

/** Counts the decimals of a total, which is rounded half up before its verdict is determined: 79.46 counts as 79. */
export const countTotalDecimals = (total: number): number => countDecimals(total, [Math.floor(total) + 0.5])

/** Returns a total with one decimal, and with more if it would otherwise appear to count for the next verdict. */
export const formatTotal = (total: number): string => formatNumber(total, countTotalDecimals(total))

/** Returns a number with exactly this number of decimals, rounded half away from zero: −0.3, 78.30. */
export function formatFixed(value: number, decimals: number): string {
  const rounded = round(Math.abs(value), decimals)
  return `${value < 0 && rounded > 0 ? '−' : ''}${rounded.toFixed(decimals)}`
}

/**
 * Returns how the figures of a column are formatted: all with as many decimals as the one that needs most, none if all
 * are integers. `count` returns how many decimals a figure may have.
 */
export function createColumnFormat(
  values: readonly (number | null | undefined)[],
  count: (value: number) => number = () => 1,
): (value: number) => string {
  const figures = values.filter((value) => typeof value === 'number')
  const decimals = figures.map((value) => formatNumber(value, count(value)).split('.')[1]?.length ?? 0)
  const columnDecimals = Math.max(0, ...decimals)
  return (value) => formatFixed(value, columnDecimals)
}

/** Counts the decimals of a percentage that isn't shown as reaching 100 %, or another bound, if it is below. */
export const countPercentDecimals = (fraction: number, bounds: readonly number[] = []): number =>
  countDecimals(
    fraction * 100,
    [...bounds, 1].map((bound) => bound * 100),
  )

/**
 * Returns a fraction as a percentage with one decimal at most, and with more if it would otherwise appear to reach
 * 100 %, or another bound that it is below.
 */
export const formatPercent = (fraction: number, bounds: readonly number[] = []): string =>
  `${formatNumber(fraction * 100, countPercentDecimals(fraction, bounds))}%`

/** Returns a measured amount, such as a cost, with two decimals at most, or two significant digits: 12.35, 0.0042. */
export function formatAmount(amount: number): string {
  const isSmall = amount > 0 && amount < 0.1
  return formatNumber(amount, isSmall ? Math.min(DECIMALS_MAX, 1 - Math.floor(Math.log10(amount))) : 2)
}

/** Returns a cost in yuan: 12.35元. */
export const formatCost = (cost: number): string => `${formatAmount(cost)}元`

/** Returns a difference with its sign: +3.1, −0.4, ±0. */
export function formatDifference(value: number): string {
  const text = formatNumber(Math.abs(value))
  if (text === '0') return '±0'
  return `${value > 0 ? '+' : '−'}${text}`
}
