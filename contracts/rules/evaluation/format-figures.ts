/** Formats figures for sentences and tables. */

/** Sums of fractions deviate by about 1e-14; with this tolerance, halves are still rounded up. */
const TOLERANCE = 1e-9

/**
 * Returns a number with at most `decimals` decimals, rounded half away from zero, without trailing zeros: −0.3, 74.8.
 */
export function formatNumber(value: number, decimals = 1): string {
  const scale = 10 ** decimals
  const rounded = Math.floor(Math.abs(value) * scale + 0.5 + TOLERANCE) / scale
  return value < 0 && rounded > 0 ? `−${rounded}` : String(rounded)
}

/** Returns a fraction as a percentage with at most one decimal. */
export const formatPercent = (fraction: number): string => `${formatNumber(fraction * 100)}%`

/** Returns a difference with its sign: +3.1, −0.4, ±0. */
export function formatDifference(value: number): string {
  const text = formatNumber(Math.abs(value))
  if (text === '0') return '±0'
  return `${value > 0 ? '+' : '−'}${text}`
}
