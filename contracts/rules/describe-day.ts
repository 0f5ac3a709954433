/** `2026年12月10日` for the day `2026-12-10`, `2026年12月` for the month `2026-12`: the form in which readers see dates. */
export function describeDay(iso: string): string {
  const [year, month, day] = iso.split('-').map(Number)
  return `${year}年${month}月${day === undefined ? '' : `${day}日`}`
}
