/** What a vendor may learn about the use of a product: how much, but never who. */

/** Smaller figures are not shown: among few, somebody could be recognised. */
export const FIGURE_MIN = 5

export const FIGURE_LABELS = {
  views: '浏览',
  compared: '对比',
  shortlisted: '加入清单',
  inquired: '征询',
} as const
export type FigureName = keyof typeof FIGURE_LABELS
export const FIGURE_NAMES = Object.keys(FIGURE_LABELS) as [FigureName, ...FigureName[]]

/**
 * Returns what is shown of a count: `null` if it is too small, otherwise rounded down to a multiple of `FIGURE_MIN`. Exact
 * sums would tell small counts as the difference of two periods.
 */
export const coarsen = (count: number): number | null =>
  count < FIGURE_MIN ? null : Math.floor(count / FIGURE_MIN) * FIGURE_MIN

/** Returns the growth between two shown figures, as a fraction; `null` if either isn't shown. */
export const findGrowth = (value: number | null, before: number | null): number | null =>
  value === null || before === null ? null : (value - before) / before
