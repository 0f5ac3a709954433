import { describe, expect, it } from 'vitest'
import { EventSchema } from '../documents/community.ts'
import { isRegistrationOffered, isRegistrationOpen } from './event-registration.ts'

const event = (fields: object) =>
  EventSchema.parse({ id: 'e1', title: '圆桌', date: '2026-12-10', time: '14:00-16:00', places: 2, ...fields })

describe('isRegistrationOffered', () => {
  it.each([
    ['an event with places', {}, true],
    ['an event without places', { places: 0 }, false],
    ['an event without an id', { id: '' }, false],
    ['an event with another registration page', { registrationUrl: 'https://example.com/' }, false],
  ])('returns whether registration is offered: %s', (_, fields, expected) => {
    expect(isRegistrationOffered(event(fields))).toBe(expected)
  })
})

describe('isRegistrationOpen', () => {
  it.each([
    ['the minute before it starts', {}, '2026-12-10T05:59:59.999Z', true],
    ['the minute it starts', {}, '2026-12-10T06:00:00.000Z', false],
    ['the end of its day, without a start time', { time: '全天' }, '2026-12-10T15:59:59.999Z', true],
    ['the day after, without a start time', { time: '全天' }, '2026-12-10T16:00:00.000Z', false],
    ['any time, without a day', { date: '待定' }, '2030-01-01T00:00:00.000Z', true],
    ['a running event', { status: '进行中' }, '2026-12-01T00:00:00.000Z', false],
    ['an ended event', { status: '已结束' }, '2026-12-01T00:00:00.000Z', false],
    ['an event that starts soon', { status: '即将开始' }, '2026-12-01T00:00:00.000Z', true],
  ])('returns whether registration is open: %s', (_, fields, now, expected) => {
    expect(isRegistrationOpen(event(fields), new Date(now))).toBe(expected)
  })
})
