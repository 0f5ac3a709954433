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

type ColumnValues = readonly (number | null | undefined)[]

/**
 * Returns the decimals of all figures of a column: as many as the one that needs most, none if all are integers. `count`
 * returns how many decimals a figure may have, one by default; it also gets the figure's position.
 */
export function countColumnDecimals(
  values: ColumnValues,
  count: (value: number, index: number) => number = () => 1,
): number {
  const decimals = values.map((value, index) =>
    typeof value === 'number' ? (formatNumber(value, count(value, index)).split('.')[1]?.length ?? 0) : 0,
  )
  return Math.max(0, ...decimals)
}

/** Returns how the figures of a column are formatted; see `countColumnDecimals`. */
export function createColumnFormat(values: ColumnValues, count?: (value: number) => number): (value: number) => string {
  const decimals = countColumnDecimals(values, count)
  return (value) => formatFixed(value, decimals)
}

/** Returns how the fractions of a column are formatted as percentages; see `formatPercent` for `bounds`. */
export function createPercentFormat(
  fractions: ColumnValues,
  bounds: readonly number[] = [],
): (fraction: number) => string {
  const format = createColumnFormat(
    fractions.map((fraction) => (typeof fraction === 'number' ? fraction * 100 : fraction)),
    (percentage) => countPercentDecimals(percentage / 100, bounds),
  )
  return (fraction) => `${format(fraction * 100)}%`
}

/** Returns how the measured amounts of a column are formatted; see `formatAmount`. */
export const createAmountFormat = (amounts: ColumnValues): ((amount: number) => string) =>
  createColumnFormat(amounts, countAmountDecimals)

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

const countAmountDecimals = (amount: number): number =>
  amount > 0 && amount < 0.1 ? Math.min(DECIMALS_MAX, 1 - Math.floor(Math.log10(amount))) : 2

/** Returns a measured amount, such as a cost, with two decimals at most, or two significant digits: 12.35, 0.0042. */
export const formatAmount = (amount: number): string => formatNumber(amount, countAmountDecimals(amount))

/** Returns a cost in yuan: 12.35元. */
export const formatCost = (cost: number): string => `${formatAmount(cost)}元`

/** Returns a difference with its sign: +3.1, −0.4, ±0. */
export function formatDifference(value: number): string {
  const text = formatNumber(Math.abs(value))
  if (text === '0') return '±0'
  return `${value > 0 ? '+' : '−'}${text}`
}
