import { describe, expect, it, onTestFinished } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { EventSchema } from '#contracts/documents/community.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { toICalendar } from './calendar.ts'

const OPTIONS = {
  name: '智鉴：社区活动',
  url: 'https://zhijian.test/community?tab=events',
  host: 'zhijian.test',
  savedAt: new Date('2026-11-21T02:00:00Z'),
}

describe('toICalendar', () => {
  /** Returns the lines of a calendar. Long lines are unfolded (RFC 5545, §3.1). */
  const renderLines = (...events: object[]) => {
    const text = toICalendar(
      events.map((event) => EventSchema.parse(event)),
      OPTIONS,
    )
    return text.replaceAll('\r\n ', '').split('\r\n')
  }

  it('writes times in UTC, and escapes text', () => {
    const event = { id: 'e1', title: '圆桌；AI, 智能体', date: '2026-12-10', time: '14:00-16:00', location: '上海' }
    expect(renderLines(event)).toEqual(
      expect.arrayContaining([
        'UID:e1@zhijian.test',
        'DTSTAMP:20261121T020000Z',
        'DTSTART:20261210T060000Z',
        'DTEND:20261210T080000Z',
        'SUMMARY:圆桌；AI\\, 智能体',
        'LOCATION:上海',
      ]),
    )
  })

  it('writes an event without a time as an all-day event that ends on the next day (RFC 5545, §3.6.1)', () => {
    expect(renderLines({ title: '开放日', date: '2026-12-31', time: '全天' })).toEqual(
      expect.arrayContaining(['DTSTART;VALUE=DATE:20261231', 'DTEND;VALUE=DATE:20270101']),
    )
  })

  it('says in the description when an event takes place if the time can’t be read', () => {
    const event = { title: '开放日', date: '2026-12-31', time: '签到后开始', description: '参观' }
    expect(renderLines(event)).toContain('DESCRIPTION:时间：签到后开始\\n参观')
  })

  it('omits events without a day or title', () => {
    expect(renderLines({ title: '待定', date: '' }, { title: '', date: '2026-12-10' })).not.toContain('BEGIN:VEVENT')
  })
})

onEveryDatabase('calendars', (app) => {
  it('serves all events, or one by its id', async () => {
    const { headers } = await createSignedInUser(app(), 'editor')
    const upcomingEvents = [
      { id: 'e/1', title: '甲', date: '2026-12-10' },
      { id: '', title: '乙', date: '2026-12-11' },
    ]
    await app().server.inject({
      method: 'PUT',
      url: documentCalls.community.path,
      headers,
      payload: withAllSections('community', { upcomingEvents }),
    })
    const get = (url: string) => app().server.inject(url)
    const all = await get('/events.ics')
    expect(all.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(all.body.match(/SUMMARY:.*/g)).toEqual(expect.arrayContaining(['SUMMARY:甲', 'SUMMARY:乙']))
    expect((await get('/events/e%2F1.ics')).body).toContain('SUMMARY:甲')
    expect((await get('/events/e%2F1.ics')).body).toContain('X-WR-CALNAME:甲')
    expect((await get('/events/none.ics')).statusCode).toBe(404)
    expect((await get('/events/e1')).statusCode).toBe(404)
  })

  it('raises the sequence of a changed event, and cancels a removed one (RFC 5545, §3.8.7.4)', async () => {
    const { headers } = await createSignedInUser(app(), 'editor', 'organizer')
    const save = async (...upcomingEvents: object[]) => {
      const payload = withAllSections('community', { upcomingEvents })
      const url = documentCalls.community.path
      expect((await app().server.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200)
    }
    const readEntry = async () => {
      const { body } = await app().server.inject('/events/moved.ics')
      return { sequence: /SEQUENCE:(\d+)/.exec(body)?.[1], status: /STATUS:(\w+)/.exec(body)?.[1] }
    }
    const event = { id: 'moved', title: '沙龙', date: '2026-12-10', time: '14:00', status: '报名中' }
    await save(event)
    expect(await readEntry()).toEqual({ sequence: '0', status: 'CONFIRMED' })
    await save({ ...event, time: '15:00' })
    await save({ ...event, time: '15:00', status: '即将开始' })
    expect(await readEntry()).toEqual({ sequence: '1', status: 'CONFIRMED' })
    await save()
    expect(await readEntry()).toEqual({ sequence: '2', status: 'CANCELLED' })
    expect((await app().server.inject('/events.ics')).body).toContain('STATUS:CANCELLED')
    await save({ ...event, time: '15:00' })
    expect(await readEntry()).toEqual({ sequence: '3', status: 'CONFIRMED' })
  })

  it('forgets a cancelled event a month after its day', async () => {
    const { headers } = await createSignedInUser(app(), 'editor', 'archivist')
    const save = (...upcomingEvents: object[]) =>
      app().server.inject({
        method: 'PUT',
        url: documentCalls.community.path,
        headers,
        payload: withAllSections('community', { upcomingEvents }),
      })
    await save({ id: 'gone', title: '沙龙', date: '2026-12-10' })
    await save()
    app().clock.advance(60 * DAY_MS)
    onTestFinished(() => app().clock.advance(-60 * DAY_MS))
    const editor = await createSignedInUser(app(), 'editor', 'successor')
    await app().server.inject({
      method: 'PUT',
      url: documentCalls.community.path,
      headers: editor.headers,
      payload: withAllSections('community', { upcomingEvents: [{ id: 'next', title: '下一场', date: '2027-03-01' }] }),
    })
    expect((await app().server.inject('/events/gone.ics')).statusCode).toBe(404)
  })
})
