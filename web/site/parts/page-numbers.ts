/**
 * Returns the numbers that stand between previous and next, at most seven places; `null` is a gap of two pages or more.
 */
export function pageNumbers(current: number, total: number): (number | null)[] {
  if (total <= 7) return Array.from({ length: total }, (_, index) => index + 1)
  const from = Math.min(Math.max(current - 1, 3), total - 4)
  const middle = [from, from + 1, from + 2]
  return [1, ...(from === 3 ? [2] : [null]), ...middle, ...(from + 2 === total - 2 ? [total - 1] : [null]), total]
}
