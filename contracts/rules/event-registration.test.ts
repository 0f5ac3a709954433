import { describe, expect, it } from 'vitest'
import { EventSchema } from '../documents/community.ts'
import { isRegistrationOffered, isRegistrationOpen } from './event-registration.ts'

const event = (fields: object) =>
  EventSchema.parse({ id: 'e1', title: '圆桌', date: '2026-12-10', time: '14:00-16:00', places: 2, ...fields })

describe('isRegistrationOffered', () => {
  it.each([
    { case: 'an event with places', fields: {}, expected: true },
    { case: 'an event without places', fields: { places: 0 }, expected: false },
    { case: 'an event without an id', fields: { id: '' }, expected: false },
    {
      case: 'an event with another registration page',
      fields: { registrationUrl: 'https://example.com/' },
      expected: false,
    },
  ])('returns whether registration is offered: $case', ({ fields, expected }) => {
    expect(isRegistrationOffered(event(fields))).toBe(expected)
  })
})

describe('isRegistrationOpen', () => {
  it.each([
    { case: 'the minute before it starts', fields: {}, now: '2026-12-10T05:59:59.999Z', expected: true },
    { case: 'the minute it starts', fields: {}, now: '2026-12-10T06:00:00.000Z', expected: false },
    {
      case: 'the end of its day, without a start time',
      fields: { time: '全天' },
      now: '2026-12-10T15:59:59.999Z',
      expected: true,
    },
    {
      case: 'the day after, without a start time',
      fields: { time: '全天' },
      now: '2026-12-10T16:00:00.000Z',
      expected: false,
    },
    { case: 'any time, without a day', fields: { date: '待定' }, now: '2030-01-01T00:00:00.000Z', expected: true },
    { case: 'a running event', fields: { status: '进行中' }, now: '2026-12-01T00:00:00.000Z', expected: false },
    { case: 'an ended event', fields: { status: '已结束' }, now: '2026-12-01T00:00:00.000Z', expected: false },
    {
      case: 'an event that starts soon',
      fields: { status: '即将开始' },
      now: '2026-12-01T00:00:00.000Z',
      expected: true,
    },
  ])('returns whether registration is open: $case', ({ fields, now, expected }) => {
    expect(isRegistrationOpen(event(fields), new Date(now))).toBe(expected)
  })
})
