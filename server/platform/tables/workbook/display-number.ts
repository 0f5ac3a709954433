/** What a spreadsheet displays for a number, by its cell's number format (ECMA-376 part 1, 18.8.31). */
import { format, getFormatDateInfo, isDateFormat } from 'numfmt'

/** The number of days between the two date systems of workbooks. */
const DAYS_TO_1904 = 1_462
/** 31 December 9999. */
const LAST_DAY = 2_958_465
/** The significant digits that Excel stores and displays: 0.1 + 0.2 is 0.3. */
const SIGNIFICANT_DIGITS = 15
/** Excel's limit. */
const MAX_FORMAT_LENGTH = 255
const DAY_MS = 86_400_000
/** Day 0 of numbers after February 1900, which Excel believes to have had 29 days. */
const EPOCH_MS = Date.UTC(1899, 11, 30)
const YEAR_FIRST = /^\d{4}[-/.年]\d{1,2}/

/**
 * Returns the displayed text of a number, or the number itself if its format is `General` or text. A date whose notation
 * has the year last, or short, is returned as `2026-11-28`, since nobody could tell its month from its day. Returns
 * `undefined` if it can't be displayed as a spreadsheet does.
 */
export function displayNumber(value: number, pattern: string, usesDates1904: boolean): string | number | undefined {
  if (/^(general|@|)$/i.test(pattern)) return Number(value.toPrecision(SIGNIFICANT_DIGITS))
  // Digits in Chinese characters aren't supported.
  if (pattern.length > MAX_FORMAT_LENGTH || /\[(dbnum|natnum)/i.test(pattern)) return undefined
  try {
    return isDateFormat(pattern)
      ? displayDate(value, pattern, usesDates1904)
      : formatNumber(raiseHalf(value, pattern), pattern)
  } catch {
    return undefined
  }
}

/**
 * Spreadsheets round the decimal digits that they display: 1.005 to 1.01, although the stored number is slightly smaller.
 * A section's condition compares the number itself.
 */
const raiseHalf = (value: number, pattern: string): number =>
  Number.isInteger(value) || /\[[<>=]/.test(pattern) ? value : value * (1 + 10 ** -SIGNIFICANT_DIGITS)

function displayDate(value: number, pattern: string, usesDates1904: boolean): string | undefined {
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(pattern)
  const isDuration = /\[(h+|m+|s+)\]/i.test(pattern)
  const serial = usesDates1904 && !isDuration ? value + DAYS_TO_1904 : value
  if (serial < 0 || serial > LAST_DAY + 1) return undefined
  const text = formatNumber(serial, pattern)
  const hasTime = hours || minutes || seconds
  if (!year || !month || YEAR_FIRST.test(text) || serial <= 60) return text
  const iso = new Date(EPOCH_MS + Math.floor(serial) * DAY_MS).toISOString()
  if (hasTime) return `${iso.slice(0, 10)} ${formatNumber(serial, seconds ? 'hh:mm:ss' : 'hh:mm')}`
  return iso.slice(0, day ? 10 : 7)
}

/** Formats with the names of days and months that Excel displays in China. */
function formatNumber(value: number, pattern: string): string {
  const isChinese = /上午\/下午|a{3}/i.test(pattern)
  return format(pattern.replaceAll('上午/下午', 'AM/PM'), value, { locale: isChinese ? 'zh-CN' : 'en' }).trim()
}

/** Returns the displayed text of a text cell: some formats add words to it. */
export function displayText(text: string, pattern: string): string {
  if (!pattern.includes('@') || pattern === '@') return text
  try {
    return format(pattern, text)
  } catch {
    return text
  }
}

/** Returns the number of an ISO date or date-time, as strict workbooks store dates. */
export function toSerial(iso: string, usesDates1904: boolean): number {
  const time = Date.parse(/[T ]/.test(iso) ? `${iso.replace(/Z$/, '')}Z` : iso)
  return (time - EPOCH_MS) / DAY_MS - (usesDates1904 ? DAYS_TO_1904 : 0)
}
