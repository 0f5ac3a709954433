import { describe, expect, it } from 'vitest'
import { MIRROR_MESSAGES } from '#contracts/mirror.ts'
import { createTestClock } from '#testing/test-app.ts'
import { toChangePagination, toChangeRange } from './change-cursor.ts'

const clock = createTestClock('2026-11-21T02:00:00.000Z')
const ROWS = [
  { updatedAt: '2026-11-20T02:00:00.000Z', id: 'a' },
  { updatedAt: '2026-11-20T03:00:00.000Z', id: '中文' },
]

describe('toChangeRange', () => {
  it('begins at a time, in whichever zone it is written, and ends a minute ago', () => {
    expect(toChangeRange({ updatedSince: '2026-11-20T02:00:00Z' }, clock)).toMatchObject({
      after: { updatedAt: '2026-11-20T02:00:00.000Z', id: '' },
      until: '2026-11-21T01:59:00.000Z',
    })
  })

  it('continues behind the last row of the page before, and at the same place behind an empty page', () => {
    const first = toChangeRange({ updatedSince: '2026-11-20T02:00:00Z' }, clock)
    const { nextCursor: cursor } = toChangePagination(first, ROWS)
    const second = toChangeRange({ cursor }, clock)
    expect(second.after).toEqual(ROWS[1])
    expect(toChangePagination(second, []).nextCursor).toBe(cursor)
  })

  it('begins with the oldest change if no time is given, also behind an empty page', () => {
    const first = toChangeRange({}, clock)
    expect(first.after.id).toBe('')
    expect(toChangeRange({ cursor: toChangePagination(first, []).nextCursor }, clock)).toEqual(first)
  })

  it.each(['', 'x', Buffer.from('["2026"]').toString('base64url')])('refuses the cursor %j', (cursor) => {
    expect(() => toChangeRange({ cursor }, clock)).toThrow(MIRROR_MESSAGES.cursor)
  })
})
