import { expect, it } from 'vitest'
import { formatDuration } from './formats.ts'

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
