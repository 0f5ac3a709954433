/** What a vendor may learn about the use of a product: how much, but never who. */

/** Smaller figures are not shown: among few, somebody could be recognised. */
export const FIGURE_MIN = 5

/** Figures of deeds of members, which are rounded down to a multiple of `FIGURE_MIN`, so that no single one shows. */
const MEMBER_FIGURES = ['shortlisted', 'inquired'] as const

export const FIGURE_LABELS = {
  views: '浏览',
  compared: '对比',
  shortlisted: '加入清单',
  inquired: '征询',
} as const
export type FigureName = keyof typeof FIGURE_LABELS
export const FIGURE_NAMES = Object.keys(FIGURE_LABELS) as [FigureName, ...FigureName[]]

const isMemberFigure = (name: FigureName): boolean => MEMBER_FIGURES.some((other) => other === name)

/** Returns what is shown of a count: `null` if it is too small. */
export function coarsen(name: FigureName, count: number): number | null {
  if (count < FIGURE_MIN) return null
  return isMemberFigure(name) ? Math.floor(count / FIGURE_MIN) * FIGURE_MIN : count
}

/** Returns the growth between two shown figures, as a fraction; `null` if either isn't shown. */
export const findGrowth = (value: number | null, before: number | null): number | null =>
  value === null || before === null ? null : (value - before) / before
