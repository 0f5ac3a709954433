import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import type { EventRecord } from '#contracts/events/event-record.ts'
import { fillPath } from '#contracts/paths.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const EVENT = { title: '私享会', date: '2026-12-10', time: '14:00-16:00', location: '上海', places: 2 }

onEveryDatabase('editing events', (app) => {
  let editor: Caller
  let members: readonly [Caller, Caller]
  let event: EventRecord
  let eventCount = 0

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, caller: Caller, payload?: object) =>
    app().server.inject({ method, url, headers: caller.headers, ...(payload ? { payload } : {}) })
  const create = async (input: object, caller = editor) => send('POST', eventCalls.create.path, caller, input)
  const getPath = (call: { path: string }) => fillPath(call.path, { eventId: event.id })
  const update = (change: object, { version = event.version, query = '' } = {}) =>
    app().server.inject({
      method: 'PUT',
      url: getPath(eventCalls.update) + query,
      headers: { ...editor.headers, 'if-match': `"${version}"` },
      payload: { ...EVENT, title: event.title, ...change },
    })
  const callOff = (reason = '讲师<b>生病</b>', caller = editor) =>
    send('POST', getPath(eventCalls.callOff), caller, { reason })
  const register = (member: Caller) => send('POST', getPath(eventCalls.register), member)
  const listPhase = async (phase: string) =>
    (await send('GET', `${eventCalls.list.path}?phase=${phase}`, editor)).json()
  const listOnPage = async (): Promise<{ id: string }[]> =>
    (await app().server.inject(documentCalls.community.path)).json().data.upcomingEvents
  const findMail = async (subject: string) => {
    const mail = (await listOutbox(app())).find((entry) => entry.subject === subject)
    return mail && (await app().services.mail.outbox.findContent(mail.id))
  }

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    members = [await createSignedInUser(app(), 'member', 'first'), await createSignedInUser(app(), 'member', 'second')]
    await enableMail(app())
  })

  beforeEach(async () => {
    eventCount += 1
    app().clock.advance(1000)
    event = (await create({ ...EVENT, title: `私享会${eventCount}` })).json().data
  })

  it('lists a new event on the page before the others, and in the history', async () => {
    const { id } = (await create({ ...EVENT, title: '新的一场' })).json().data
    const page = await listOnPage()
    expect(page[0]).toMatchObject({ id, title: '新的一场', location: '上海' })
    expect(page[1]).toMatchObject({ id: event.id })
    expect((await send('GET', '/api/content/community/revisions', editor)).json().data[0]).toMatchObject({
      changes: { sections: ['upcomingEvents'] },
    })
    expect((await listAudit(app(), 'event.create'))[0]).toMatchObject({ target: '新的一场' })
  })

  it('lists events by phase, with their number', async () => {
    const past = (await create({ ...EVENT, title: '往期', date: '2026-01-05' })).json().data
    await callOff()
    const cancelled = await listPhase('cancelled')
    expect(cancelled.data).toContainEqual(
      expect.objectContaining({ id: event.id, phase: 'cancelled', cancelReason: '讲师<b>生病</b>' }),
    )
    expect((await listPhase('past')).data).toContainEqual(expect.objectContaining({ id: past.id, phase: 'past' }))
    const upcoming = await listPhase('upcoming')
    expect(upcoming.data.map(({ id }: EventRecord) => id)).not.toContain(event.id)
    expect(upcoming.counts).toMatchObject({ upcoming: upcoming.pagination.totalItems })
  })

  it('finds events by their titles, also by pinyin and cancelled ones', async () => {
    const { id } = (await create({ ...EVENT, title: '银杏圆桌' })).json().data
    const search = async (text: string, phase: string) =>
      (await send('GET', `${eventCalls.list.path}?${new URLSearchParams({ search: text, phase })}`, editor)).json()
    expect(await search('yinxing', 'upcoming')).toMatchObject({
      data: [{ id }],
      counts: { upcoming: 1, cancelled: 0 },
      pagination: { totalItems: 1 },
    })
    event = { ...event, id }
    await register(members[0])
    await callOff()
    expect((await search('银杏', 'cancelled')).data).toMatchObject([{ id }])
    expect((await search('没有这场', 'upcoming')).data).toEqual([])
  })

  it.each([
    ['no title', { title: ' ' }, 'title'],
    ['a day that does not exist', { date: '2026-02-30' }, 'date'],
    ['a time that does not exist', { time: '25:99' }, 'time'],
    ['an unsafe link', { registrationUrl: 'javascript:alert(1)' }, 'registrationUrl'],
    ['a text that no database stores', { title: 'a\u0000b' }, 'title'],
    ['an endless title', { title: '长'.repeat(5_000) }, 'title'],
  ])('refuses %s at its field', async (_, change, path) => {
    const reply = await create({ ...EVENT, ...change })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toMatchObject([{ path }])
  })

  it('keeps a title on one line', async () => {
    const reply = await create({ ...EVENT, title: '两行\n标题', location: '上海\r\n浦东' })
    expect(reply.json().data).toMatchObject({ title: '两行 标题', location: '上海 浦东' })
  })

  it('asks before registered members are told, then mails them an update of their calendar entry', async () => {
    await register(members[0])
    const asked = await update({ date: '2026-12-12' })
    expect(asked.json()).toMatchObject({ reason: 'confirmation-required' })
    const saved = await update({ date: '2026-12-12' }, { query: '?confirmed=true' })
    expect(saved.json()).toMatchObject({ data: { date: '2026-12-12', confirmed: 1, version: event.version + 1 } })
    const invitation = (await findMail(`报名成功：${event.title}`))?.calendar
    const change = (await findMail(`活动变更：${event.title}`))?.calendar
    const readUid = (content: string | undefined) => /UID:(.+)/.exec(content?.replaceAll('\r\n ', '') ?? '')?.[1]
    expect(invitation?.content).toContain('SEQUENCE:0')
    expect(change?.method).toBe('REQUEST')
    expect(change?.content).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:1/)
    expect(change?.content).toContain('ORGANIZER')
    expect(readUid(change?.content)).toBe(readUid(invitation?.content))
    expect((await listAudit(app(), 'event.update'))[0]?.detail).toContain('日期：2026-12-10 → 2026-12-12')
  })

  it('refuses a save on top of an older version', async () => {
    await update({ time: '15:00' })
    expect((await update({ time: '16:00' })).statusCode).toBe(412)
  })

  it('refuses fewer places than registrations at their field', async () => {
    for (const member of members) await register(member)
    const reply = await update({ places: 1 })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ path: 'places', message: '已有2人报名，名额不能少于2' }])
  })

  it('cancels with a reason, which the mail says, and cancels the calendar entry', async () => {
    await register(members[0])
    expect((await callOff()).json()).toMatchObject({ message: '已取消活动' })
    const mail = await findMail(`活动取消：${event.title}`)
    expect(mail?.html).toContain('取消原因：讲师&lt;b&gt;生病&lt;/b&gt;')
    expect(mail?.calendar?.content).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1[\s\S]*STATUS:CANCELLED/)
    expect((await listOnPage()).map(({ id }) => id)).not.toContain(event.id)
    expect((await register(members[1])).statusCode).toBe(404)
    expect((await callOff()).statusCode).toBe(409)
    expect((await update({ time: '15:00' }, { version: event.version + 1 })).statusCode).toBe(409)
    expect((await send('GET', eventCalls.listOwn.path, members[0])).json().data).toContainEqual(
      expect.objectContaining({ eventId: event.id, isEventCancelled: true, cancelReason: '讲师<b>生病</b>' }),
    )
  })

  it('deletes only an event without registrations', async () => {
    await register(members[0])
    expect((await send('DELETE', getPath(eventCalls.remove), editor)).statusCode).toBe(409)
    await send('DELETE', getPath(eventCalls.cancel), members[0])
    expect((await send('DELETE', getPath(eventCalls.remove), editor)).statusCode).toBe(200)
    expect((await send('DELETE', getPath(eventCalls.remove), editor)).statusCode).toBe(404)
  })

  it('is left alone by a save of the page without events, and by a draft that began before', async () => {
    const page = (await app().server.inject(documentCalls.community.path)).json().data
    const draft = fillPath(contentDraftCalls.save.path, { kind: 'community' })
    expect((await send('PUT', draft, editor, { ...page, pageInfo: { title: '草稿' } })).statusCode).toBe(200)
    await update({ time: '18:00' })
    const { upcomingEvents: _, ...texts } = withAllSections('community', page)
    expect((await send('PUT', documentCalls.community.path, editor, texts)).statusCode).toBe(200)
    expect(await listOnPage()).toContainEqual(expect.objectContaining({ id: event.id, time: '18:00' }))
    const shown = (await send('GET', draft, editor)).json().data
    expect(shown.document.upcomingEvents).toContainEqual(expect.objectContaining({ id: event.id, time: '18:00' }))
    const publish = fillPath(contentDraftCalls.publish.path, { kind: 'community' })
    const published = await send('POST', publish, editor, { replaces: shown.publishedRevision })
    expect(published.statusCode).toBe(200)
    expect(await listOnPage()).toContainEqual(expect.objectContaining({ id: event.id, time: '18:00' }))
  })

  it('is closed to roles without the permission', async () => {
    const viewer = await createSignedInUser(app(), 'viewer', `viewer${eventCount}`)
    for (const caller of [viewer, members[0]]) {
      expect((await create(EVENT, caller)).statusCode).toBe(403)
      expect((await callOff('无', caller)).statusCode).toBe(403)
    }
    expect((await send('GET', eventCalls.list.path, members[0])).statusCode).toBe(403)
  })

  it('reminds those who have a place once on the day before, unless they have switched it off', async () => {
    const { reminders } = app().services.events
    for (const member of members) await register(member)
    const optOut = { userId: members[1].id, kind: 'eventReminder' as const, createdAt: '2026-11-21T00:00:00.000Z' }
    await app().database.write(({ db }) => db.insertInto('mailOptOuts').values(optOut).execute())
    const eve = Date.parse('2026-12-09T02:00:00Z') - app().clock.now().getTime()
    app().clock.advance(eve - 2 * 60 * 60 * 1000)
    onTestFinished(() => app().clock.advance(-eve - DAY_MS))
    expect(await reminders.sendDue()).toBe(0)
    app().clock.advance(2 * 60 * 60 * 1000)
    await Promise.all([reminders.sendDue(), reminders.sendDue()])
    app().clock.advance(DAY_MS)
    await reminders.sendDue()
    const mails = (await listOutbox(app())).filter(({ subject }) => subject === `明天举行：${event.title}`)
    expect(mails.map(({ to }) => to)).toEqual(['first@example.com'])
  })
})
