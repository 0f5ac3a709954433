import { expect, it } from 'vitest'
import { BUILT_IN_FORMATS } from './built-in-formats.ts'
import { displayNumber, displayText, toSerial } from './display-number.ts'

/** 1 December 2025. */
const DAY = 45_992

it.each<[string, number, string, string | number | undefined]>([
  ['a percentage', 0.999, '0.0%', '99.9%'],
  ['a currency', 12_800, '"￥"#,##0', '￥12,800'],
  ['a currency with a locale', 12_800, '[$￥-804]#,##0.00', '￥12,800.00'],
  ['an accounting format', 12_800, '_ ￥* #,##0.00_ ;_ ￥* -#,##0.00_ ;_ ￥* "-"??_ ;_ @_ ', '￥12,800.00'],
  ['thousands', 1_234_567, '#,##0', '1,234,567'],
  ['leading zeros', 1_234, '000000', '001234'],
  ['a fraction', 1.5, '# ?/?', '1 1/2'],
  ['a scientific notation', 12_800, '0.00E+00', '1.28E+04'],
  ['rounded decimals', 2.34567, '0.00', '2.35'],
  ['rounded halves', 1.005, '0.00', '1.01'],
  ['a unit', 35, '0"万元"', '35万元'],
  ['a section for negative numbers', -1_234.5, '#,##0.00_);[Red](#,##0.00)', '(1,234.50)'],
  ['a section that hides zero', 0, '0;-0;;@', ''],
  ['a section by condition', 0.5, '[>=1]0.0;0.00%', '50.00%'],
  ['a Chinese date', DAY, 'yyyy"年"m"月"d"日"', '2025年12月1日'],
  ['a Chinese date with a locale', DAY, '[$-804]yyyy"年"m"月"d"日";@', '2025年12月1日'],
  ['a date', DAY, 'yyyy/m/d', '2025/12/1'],
  ['a month', DAY, 'yyyy"年"m"月"', '2025年12月'],
  ['a date with the year last, unambiguously', DAY, 'dd/mm/yyyy', '2025-12-01'],
  ['a date with a short year', DAY, 'd-mmm-yy', '2025-12-01'],
  ['a month with a short year', DAY, 'mmm-yy', '2025-12'],
  ['a day without a year', DAY, 'm"月"d"日"', '12月1日'],
  ['a time', 14 / 24, 'h:mm', '14:00'],
  ['a Chinese time', 0.7, '上午/下午h"时"mm"分"', '下午4时48分'],
  ['a date with its time', DAY + 14 / 24, 'yyyy/m/d h:mm', '2025/12/1 14:00'],
  ['a date with the year last and its time', DAY + 14 / 24, 'm/d/yy h:mm', '2025-12-01 14:00'],
  ['a duration', 1.5, '[h]:mm:ss', '36:00:00'],
  ['no format, to fifteen digits', 0.1 + 0.2, 'General', 0.3],
  ['a text format', 12.5, '@', 12.5],
  ['no date before 1900, like a spreadsheet', -5, 'yyyy/m/d', undefined],
  ['no digits in Chinese characters', 123, '[DBNum1]General', undefined],
  ['no invalid format', 1, 'bogus[[', undefined],
])('displays %s', (_, value, pattern, text) => {
  expect(displayNumber(value, pattern, false)).toBe(text)
})

it('counts the days of a workbook with dates since 1904, but not its durations', () => {
  expect(displayNumber(DAY - 1_462, 'yyyy/m/d', true)).toBe('2025/12/1')
  expect(displayNumber(1.5, '[h]:mm', true)).toBe('36:00')
})

it('displays every built-in format of Excel', () => {
  const unreadable = Object.values(BUILT_IN_FORMATS).filter(
    (pattern) => displayNumber(DAY + 0.5, pattern, false) === undefined,
  )
  expect(unreadable).toEqual([])
})

it('adds the words of a text format', () => {
  expect([displayText('甲', '"型号"@'), displayText('甲', '@'), displayText('甲', '0.00')]).toEqual([
    '型号甲',
    '甲',
    '甲',
  ])
})

it('reads the ISO dates of strict workbooks', () => {
  expect([toSerial('2025-12-01', false), toSerial('2025-12-01T12:00:00', false)]).toEqual([DAY, DAY + 0.5])
})
