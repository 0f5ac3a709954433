/** Formats a day or month for readers: `2026年12月10日` for `2026-12-10`, `2026年12月` for `2026-12`. */
export function describeDay(iso: string): string {
  const [year, month, day] = iso.split('-').map(Number)
  return `${year}年${month}月${day === undefined ? '' : `${day}日`}`
}
