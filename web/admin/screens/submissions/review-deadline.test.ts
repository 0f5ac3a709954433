import { expect, it } from 'vitest'
import { describeDeadline, formatAge, formatLastDay } from './review-deadline.ts'

const DUE = '2026-11-25T16:00:00.000Z'

it.each([
  ['2026-11-22T02:00:00.000Z', 'normal', '剩余4天'],
  ['2026-11-24T15:59:59.999Z', 'normal', '剩余2天'],
  ['2026-11-24T16:00:00.000Z', 'soon', '今天到期'],
  ['2026-11-25T15:59:59.999Z', 'soon', '今天到期'],
  ['2026-11-25T16:00:00.000Z', 'late', '逾期1天'],
  ['2026-11-26T16:00:00.000Z', 'late', '逾期2天'],
])('describes the deadline at %s as %s: %s', (now, urgency, text) => {
  expect(describeDeadline(DUE, Date.parse(now))).toEqual({ urgency, text })
})

it('returns the last day in Shanghai time', () => {
  expect(formatLastDay(DUE)).toBe('11月25日')
})

it.each([
  ['2026-11-21T16:00:00.000Z', '今天'],
  ['2026-11-21T15:59:59.999Z', '昨天'],
  ['2026-11-19T02:00:00.000Z', '3天前'],
])('formats the age of %s as %s', (createdAt, age) => {
  expect(formatAge(createdAt, Date.parse('2026-11-22T02:00:00.000Z'))).toBe(age)
})
