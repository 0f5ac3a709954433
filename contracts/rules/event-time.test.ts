import { describe, expect, it } from 'vitest'
import { hasOnlyValidTimes, parseEventTime } from './event-time.ts'

describe('parseEventTime', () => {
  it.each([
    {
      date: '2026-12-10',
      time: '14:00-16:00',
      expected: { day: '2026-12-10', start: '2026-12-10T14:00:00+08:00', end: '2026-12-10T16:00:00+08:00' },
    },
    {
      date: '2026年1月5日',
      time: '９:30 至 11:00',
      expected: { day: '2026-01-05', start: '2026-01-05T09:30:00+08:00', end: '2026-01-05T11:00:00+08:00' },
    },
    {
      date: '2026-12-31',
      time: '22:00-01:00',
      expected: { day: '2026-12-31', start: '2026-12-31T22:00:00+08:00', end: '2027-01-01T01:00:00+08:00' },
    },
    { date: '2026-12-10', time: '19:00', expected: { day: '2026-12-10', start: '2026-12-10T19:00:00+08:00' } },
    { date: '2026-12-10', time: '全天', expected: { day: '2026-12-10' } },
    { date: '2026-12-10', time: '25:00-26:00', expected: { day: '2026-12-10' } },
  ])('parses $date, $time', ({ date, time, expected }) => {
    expect(parseEventTime({ date, time })).toEqual(expected)
  })

  it.each([
    ['上午9:00-11:00', '09:00', '11:00'],
    ['下午2点', '14:00', undefined],
    ['晚上7点半', '19:30', undefined],
    ['14:00—16:30', '14:00', '16:30'],
    ['14:00——16:30', '14:00', '16:30'],
    ['下午2:00～4:30（北京时间）', '14:00', '16:30'],
    ['下午两点至四点一刻', '14:00', '16:15'],
    ['上午十点三刻到十二点', '10:45', '12:00'],
    ['上午10点-2点', '10:00', '14:00'],
    ['上午9点-下午5点', '09:00', '17:00'],
    ['下午1点-17:00', '13:00', '17:00'],
    ['中午12点-1点半', '12:00', '13:30'],
    ['晚上8点-9点40分', '20:00', '21:40'],
    ['晚7时开始', '19:00', undefined],
    ['9点整', '09:00', undefined],
    ['18:00-24:00', '18:00', '00:00 next day'],
    ['晚上10点-1点', '22:00', '01:00 next day'],
    ['晚上8点-凌晨1点', '20:00', '01:00 next day'],
    ['2点', undefined, undefined],
    ['晚上3点', undefined, undefined],
    ['下午', undefined, undefined],
    ['14:60', undefined, undefined],
    ['24:30', undefined, undefined],
    ['14:00-25:00', undefined, undefined],
    ['上午9点报到，10点开始', undefined, undefined],
  ])('reads the time %j', (time, start, end) => {
    const { start: isoStart, end: isoEnd } = parseEventTime({ date: '2026-12-10', time }) ?? {}
    const format = (iso: string | undefined) =>
      iso && iso.slice(11, 16) + (iso.startsWith('2026-12-11') ? ' next day' : '')
    expect({ start: format(isoStart), end: format(isoEnd) }).toEqual({ start, end })
  })

  it.each(['2026-12', '待定', ''])('returns undefined for the date %j', (date) => {
    expect(parseEventTime({ date, time: '14:00-16:00' })).toBeUndefined()
  })
})

it.each([
  ['14:00-16:30', true],
  ['晚上七点', true],
  ['9：30开始', true],
  ['22:00-24:00', true],
  ['', true],
  ['25:99', false],
  ['14:00-24:01', false],
  ['9：60', false],
])('says whether every time in %j exists', (text, expected) => {
  expect(hasOnlyValidTimes(text)).toBe(expected)
})
