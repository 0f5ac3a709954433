import { describe, expect, it } from 'vitest'
import { getTimeLeft } from './deadline.tsx'

const DUE = '2026-11-22T02:00:00.000Z'

describe('getTimeLeft', () => {
  it.each([
    ['2026-11-21T02:00:00.000Z', 'normal', '剩余1天'],
    ['2026-11-21T02:00:30.000Z', 'normal', '剩余23小时59分'],
    ['2026-11-21T21:59:00.000Z', 'normal', '剩余4小时1分'],
    ['2026-11-21T22:00:00.000Z', 'soon', '剩余4小时'],
    ['2026-11-22T01:15:00.000Z', 'soon', '剩余45分钟'],
    ['2026-11-22T01:59:30.000Z', 'soon', '剩余不到1分钟'],
    ['2026-11-22T02:00:00.000Z', 'late', '刚刚超时'],
    ['2026-11-22T02:01:00.000Z', 'late', '已超时1分钟'],
    ['2026-11-22T05:10:00.000Z', 'late', '已超时3小时10分'],
    ['2026-12-02T02:00:00.000Z', 'late', '已超时10天'],
  ] as const)('describes the deadline at %s as %s: %s', (now, urgency, text) => {
    expect(getTimeLeft(DUE, Date.parse(now))).toEqual({ urgency, text })
  })
})
