/** Returns the milliseconds to wait by a `Retry-After` header, in seconds or as a date; `undefined` if it says nothing. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const time = text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime())
}
