import { expect, it } from 'vitest'
import { formatDay, formatDuration, formatMinute, formatSize } from './formats.ts'

it.each([
  [0, '不到1分钟'],
  [59, '不到1分钟'],
  [60, '1分钟'],
  [3_599, '59分钟'],
  [3_600, '1小时0分钟'],
  [86_399, '23小时59分钟'],
  [86_400, '1天0小时'],
  [1_000_000, '11天13小时'],
])('formats %i seconds as %s', (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected)
})

it.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [12_698, '12.4 KB'],
  [1_048_576, '1.0 MB'],
  [68_751.8 * 1_048_576, '67.1 GB'],
  [5_000 * 1_099_511_627_776, '5000.0 TB'],
])('formats %i bytes as %s', (bytes, expected) => {
  expect(formatSize(bytes)).toBe(expected)
})

it.each([
  ['2026-11-21T06:05:59.999Z', '2026年11月21日', '2026年11月21日 14:05'],
  ['2026-12-31T16:00:00.000Z', '2027年1月1日', '2027年1月1日 00:00'],
  ['2024-02-28T16:30:00.000Z', '2024年2月29日', '2024年2月29日 00:30'],
  ['不是时间', '不是时间', '不是时间'],
])('writes %s as the day and the minute that it is in Shanghai', (time, day, minute) => {
  expect(formatDay(time)).toBe(day)
  expect(formatMinute(time)).toBe(minute)
})

it('writes days and minutes as the platform does', () => {
  const time = '2026-03-05T01:02:03.000Z'
  const day = { timeZone: 'Asia/Shanghai', year: 'numeric', month: 'long', day: 'numeric' } as const
  expect(formatDay(time)).toBe(new Intl.DateTimeFormat('zh-CN', day).format(new Date(time)))
  const { year, month, day: date, timeZone } = day
  const minute = { timeZone, year, month, day: date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  expect(formatMinute(time)).toBe(new Intl.DateTimeFormat('zh-CN', minute).format(new Date(time)))
})
