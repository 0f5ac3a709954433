/** Dates within a text: `2026-12-01`, `2026/12/1`, `2026年12月1日`, or a month: `2026-12`. */
const WRITTEN_DAYS = /(?<!\d)(\d{4})([-/.年])(\d{1,2})(?:[-/.月](\d{1,2}))?(?!\d)/g

/** Returns whether a text is a valid date in the format of date inputs: `2026-12-01`. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && hasOnlyRealDays(text)

/** Returns whether every date in a text exists. Texts without a date pass: 每月第二个周四. */
export const hasOnlyRealDays = (text: string): boolean =>
  [...text.matchAll(WRITTEN_DAYS)].every(([, year, , month, day = '1']) => {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  })
