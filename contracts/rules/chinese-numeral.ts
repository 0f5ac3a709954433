const DIGITS = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九']

/** Returns a number from 1 to 99 as headings are numbered in Chinese, such as 二十三; others in digits. */
export function toChineseNumeral(number: number): string {
  if (!Number.isInteger(number) || number < 1 || number > 99) return String(number)
  const tens = Math.floor(number / 10)
  const units = DIGITS[number % 10] ?? ''
  if (tens === 0) return units
  return `${tens === 1 ? '' : DIGITS[tens]}十${units}`
}
