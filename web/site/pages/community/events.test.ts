import { describe, expect, it } from 'vitest'
import { type CommunityEvent, EventSchema } from '#contracts/documents/community.ts'
import { createEventsJsonLd } from './event-json-ld.ts'
import { groupEvents } from './events.tsx'

const createEvent = (fields: Partial<CommunityEvent>) => EventSchema.parse({ title: '分享', ...fields })
const listTitles = (groups: ReturnType<typeof groupEvents>['upcoming']) =>
  groups.map(({ month, events }) => [month, events.map(({ title }) => title)])

describe('groupEvents', () => {
  it('keeps the order, separates ended events, and starts a group whenever the month changes', () => {
    const { upcoming, ended } = groupEvents([
      createEvent({ title: '早餐会', date: '2026-12-10' }),
      createEvent({ title: '年终沙龙', date: '2026年12月18日' }),
      createEvent({ title: '十月闭门会', date: '2026-10-29', status: '已结束' }),
      createEvent({ title: '新年论坛', date: '2027-01-14', status: '即将开始' }),
      createEvent({ title: '冬季研讨班', date: '2026-12-24', status: '进行中' }),
      createEvent({ title: '走访', date: '待定' }),
    ])
    expect(listTitles(upcoming)).toEqual([
      ['2026年12月', ['早餐会', '年终沙龙']],
      ['2027年1月', ['新年论坛']],
      ['2026年12月', ['冬季研讨班']],
      ['日期待定', ['走访']],
    ])
    expect(listTitles(ended)).toEqual([['2026年10月', ['十月闭门会']]])
  })

  it('has no groups without events', () => {
    expect(groupEvents([])).toEqual({ upcoming: [], ended: [] })
  })
})

describe('createEventsJsonLd', () => {
  const brand = { name: '明鉴', tagline: '', logoUrl: undefined }
  const createJsonLd = (fields: Partial<CommunityEvent>) =>
    createEventsJsonLd([createEvent(fields)], { publicUrl: 'https://zhijian.test', brand })

  it('describes an online event with its hours in Beijing time', () => {
    expect(
      createJsonLd({
        date: '2026-12-10',
        time: '9:00-16:00',
        location: '线上会议',
        registrationUrl: 'https://example.com/register',
      }),
    ).toMatchObject([
      {
        '@type': 'Event',
        name: '分享',
        startDate: '2026-12-10T09:00:00+08:00',
        endDate: '2026-12-10T16:00:00+08:00',
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url: 'https://example.com/register' },
        url: 'https://zhijian.test/community?tab=events',
      },
    ])
  })

  it('describes an on-site event', () => {
    expect(createJsonLd({ date: '2026-12-24', location: '上海' })).toMatchObject([
      { startDate: '2026-12-24', location: { '@type': 'Place', name: '上海', address: '上海' } },
    ])
  })

  it.each([
    ['14:00', { startDate: '2026-12-10T14:00:00+08:00' }],
    ['14:00 至 16:00', { startDate: '2026-12-10T14:00:00+08:00', endDate: '2026-12-10T16:00:00+08:00' }],
    ['１４：００－１６：００', { startDate: '2026-12-10T14:00:00+08:00', endDate: '2026-12-10T16:00:00+08:00' }],
    ['下午两点', { startDate: '2026-12-10T14:00:00+08:00' }],
    ['下午茶时间', { startDate: '2026-12-10' }],
    ['', { startDate: '2026-12-10' }],
  ])('parses the time %j', (time, dates) => {
    expect(createJsonLd({ date: '2026-12-10', time })).toMatchObject([dates])
  })

  it.each([
    ['that has ended', { date: '2026-10-29', status: '已结束' as const }],
    ['with an invalid date', { date: '2026-02-30' }],
    ['with only a month', { date: '2026-12' }],
    ['without a title', { date: '2026-12-10', title: '' }],
  ])('omits an event %s', (_, fields) => {
    expect(createJsonLd(fields)).toEqual([])
  })
})
