/** Figures as sentences and tables show them. */

/** Sums of fractions miss their exact value by some 1e-14: halves that are missed so are still rounded up. */
const TOLERANCE = 1e-9

/** Returns a number with at most so many decimals, rounded half away from zero, without zeros at its end: −0.3, 74.8. */
export function formatNumber(value: number, decimals = 1): string {
  const scale = 10 ** decimals
  const rounded = Math.floor(Math.abs(value) * scale + 0.5 + TOLERANCE) / scale
  return value < 0 && rounded > 0 ? `−${rounded}` : String(rounded)
}

/** Returns a part of the whole as percent, with one decimal at most. */
export const formatPercent = (part: number): string => `${formatNumber(part * 100)}%`

/** Returns a difference with its sign: +3.1, −0.4, ±0. */
export function formatDifference(value: number): string {
  const text = formatNumber(Math.abs(value))
  if (text === '0') return '±0'
  return `${value > 0 ? '+' : '−'}${text}`
}
