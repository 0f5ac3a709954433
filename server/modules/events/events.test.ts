import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const EVENT = { title: '私享会', date: '2026-12-10', time: '14:00-16:00', location: '上海', places: 1 }

onEveryDatabase('registrations for events', (app) => {
  let editor: Caller
  let members: readonly [Caller, Caller, Caller]
  /** Each test uses its own event. */
  let eventId = ''
  let title = ''
  let eventCount = 0

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, caller?: Caller, payload?: object) =>
    app().server.inject({ method, url, headers: { ...caller?.headers }, ...(payload ? { payload } : {}) })
  const putEvents = (query: string, upcomingEvents: object[]) =>
    send('PUT', documentCalls.community.path + query, editor, withAllSections('community', { upcomingEvents }))
  const saveEvents = (...upcomingEvents: object[]) => putEvents('?confirmed=true', upcomingEvents)
  const saveUnconfirmed = (...upcomingEvents: object[]) => putEvents('', upcomingEvents)
  const getRegistrationUrl = () => fillPath(eventCalls.register.path, { eventId })
  const register = (member: Caller) => send('POST', getRegistrationUrl(), member)
  const cancel = (member: Caller) => send('DELETE', getRegistrationUrl(), member)
  const listOwn = async (member: Caller) => (await send('GET', eventCalls.listOwn.path, member)).json().data
  const listAvailability = async () => (await send('GET', eventCalls.listAvailability.path)).json().data
  const listMails = async () => (await listOutbox(app())).map(({ to, subject }) => `${subject} → ${to}`)

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    members = [
      await createSignedInUser(app(), 'member', 'first'),
      await createSignedInUser(app(), 'member', 'second'),
      await createSignedInUser(app(), 'member', 'third'),
    ]
    await enableMail(app())
  })

  beforeEach(async () => {
    eventCount += 1
    app().clock.advance(1)
    eventId = `event-${eventCount}`
    title = `私享会${eventCount}`
    expect((await saveEvents({ ...EVENT, id: eventId, title })).statusCode).toBe(200)
  })

  it('lists no places if no event accepts registrations', async () => {
    await saveEvents()
    expect(await listAvailability()).toEqual([])
  })

  it('assigns places in order of registration, then positions on the waiting list', async () => {
    const [first, second, third] = members
    expect((await register(first)).json()).toMatchObject({ message: '报名成功', data: { status: 'confirmed' } })
    expect((await register(second)).json()).toMatchObject({
      message: '名额已满，已加入候补；有人取消时按先后递补，并邮件通知您',
      data: { status: 'waiting', waitingPosition: 1 },
    })
    app().clock.advance(1)
    expect((await register(third)).json().data).toMatchObject({ status: 'waiting', waitingPosition: 2 })
    expect(await listAvailability()).toEqual([{ eventId, places: 1, confirmed: 1, waiting: 2 }])
  })

  it('confirms a place by mail, but no position on the waiting list', async () => {
    const [first, second] = members
    await register(first)
    await register(second)
    expect(await listMails()).toContain(`报名成功：${title} → first@example.com`)
    expect(await listMails()).not.toContain(`报名成功：${title} → second@example.com`)
  })

  it('returns the existing registration if a member registers again', async () => {
    const first = await register(members[0])
    expect((await register(members[0])).json().data).toEqual(first.json().data)
    expect(await listAvailability()).toMatchObject([{ confirmed: 1 }])
  })

  it('assigns a place only once under concurrent requests', async () => {
    await Promise.all(members.map(register))
    expect(await listAvailability()).toMatchObject([{ confirmed: 1, waiting: 2 }])
  })

  it('assigns a cancelled place to the first on the waiting list, with a mail', async () => {
    const [first, second, third] = members
    for (const member of members) {
      await register(member)
      app().clock.advance(1)
    }
    expect((await cancel(first)).json()).toMatchObject({ message: '已取消报名' })
    expect((await listOwn(second))[0]).toMatchObject({ eventId, status: 'confirmed', waitingPosition: null })
    expect((await listOwn(third))[0]).toMatchObject({ eventId, status: 'waiting', waitingPosition: 1 })
    expect(await listMails()).toContain(`候补成功：${title} → second@example.com`)
    expect((await cancel(first)).statusCode).toBe(404)
  })

  it('promotes the waiting list if an editor adds places', async () => {
    for (const member of members) await register(member)
    await saveEvents({ ...EVENT, id: eventId, title, places: 3 })
    expect(await listAvailability()).toEqual([{ eventId, places: 3, confirmed: 3, waiting: 0 }])
  })

  it('rejects registration and cancellation after the event has started', async () => {
    await register(members[0])
    await saveEvents({ ...EVENT, id: eventId, date: '2026-11-21', time: '09:00-10:00' })
    expect((await register(members[1])).json()).toMatchObject({ message: '报名已截止' })
    expect((await cancel(members[0])).json()).toMatchObject({ message: '报名已截止' })
  })

  it('requires an event that accepts registrations', async () => {
    await saveEvents({ ...EVENT, id: eventId, registrationUrl: 'https://example.com/' })
    expect((await register(members[0])).statusCode).toBe(404)
    eventId = 'nowhere'
    expect((await register(members[0])).statusCode).toBe(404)
    expect((await cancel(members[0])).statusCode).toBe(404)
  })

  it('rejects two events with the same id', async () => {
    const reply = await saveEvents({ ...EVENT, id: 'a' }, { ...EVENT, id: 'a' })
    expect(reply.json()).toMatchObject({
      errors: [{ path: 'upcomingEvents.1.id', message: '编号与另一场活动重复' }],
    })
  })

  it('gives an event without an id the id of the stored event of its title, or a new one', async () => {
    const saved = await saveEvents({ ...EVENT, title }, { ...EVENT, title: '新的活动' })
    const [first, second] = saved.json().data.upcomingEvents
    expect(first.id).toBe(eventId)
    expect(second.id).toMatch(/^[\w-]{30,}$/)
  })

  describe('that a save concerns', () => {
    beforeEach(async () => {
      await register(members[0])
      await register(members[1])
    })

    it.each<[string, () => object[], string]>([
      ['a removed event', () => [], '已有1人报名、1人候补：活动将移除，将通知他们活动取消'],
      [
        'an event that registers elsewhere',
        () => [{ ...EVENT, id: eventId, title, registrationUrl: 'https://example.com/' }],
        '已有1人报名、1人候补：不再在本站报名，将通知他们原报名失效',
      ],
      [
        'a moved event',
        () => [{ ...EVENT, id: eventId, title, date: '2026-12-11', location: '杭州' }],
        '将通知他们日期由“2026年12月10日”改为“2026年12月11日”，地点由“上海”改为“杭州”',
      ],
      ['an event of another id', () => [{ ...EVENT, id: `${eventId}-edited`, title }], '将通知他们活动取消'],
    ])('is asked about before it is saved: %s', async (_, getEvents, message) => {
      const rejected = await saveUnconfirmed(...getEvents())
      expect(rejected.statusCode).toBe(409)
      expect(rejected.json()).toMatchObject({
        reason: 'confirmation-required',
        errors: [{ message: expect.stringContaining(message) }],
      })
      expect(await listAvailability()).toMatchObject([{ eventId, confirmed: 1, waiting: 1 }])
      expect((await listMails()).filter((mail) => /变更|取消|失效/.test(mail) && mail.includes(title))).toEqual([])
    })

    it('is asked about if the places become fewer than the registrations', async () => {
      await saveEvents({ ...EVENT, id: eventId, title, places: 3 })
      const rejected = await saveUnconfirmed({ ...EVENT, id: eventId, title, places: 1 })
      expect(rejected.json().errors).toMatchObject([
        { path: 'upcomingEvents.0', message: expect.stringContaining('已有2人报名：名额减为1个') },
      ])
    })

    it('is not asked about if nothing changes for them', async () => {
      const event = { ...EVENT, id: eventId, title, places: 2, description: '议程', status: '即将开始' }
      expect((await saveUnconfirmed(event)).statusCode).toBe(200)
    })

    it('is not asked about after the event', async () => {
      const past = { ...EVENT, id: eventId, title, date: '2026-11-20' }
      await saveEvents(past)
      expect((await saveUnconfirmed()).statusCode).toBe(200)
    })

    it('mails everybody who has registered after a confirmed change', async () => {
      await saveEvents({ ...EVENT, id: eventId, title, time: '15:00-17:00' })
      expect(await listMails()).toEqual(
        expect.arrayContaining([`活动变更：${title} → first@example.com`, `活动变更：${title} → second@example.com`]),
      )
      await saveEvents()
      expect(await listMails()).toEqual(
        expect.arrayContaining([`活动取消：${title} → first@example.com`, `活动取消：${title} → second@example.com`]),
      )
      expect((await listOwn(members[0])).find((own: { eventId: string }) => own.eventId === eventId)).toMatchObject({
        time: '15:00-17:00',
        isEventCancelled: true,
      })
    })

    it('is asked about before a restored version removes their event', async () => {
      const list = `/api/content/community/revisions`
      const [{ revision }] = (await send('GET', list, editor)).json().data
      await saveEvents({ ...EVENT, id: eventId, title }, { ...EVENT, id: 'another', title: '另一场' })
      await send('POST', fillPath(eventCalls.register.path, { eventId: 'another' }), members[2])
      const restore = `${list}/${revision}/restore`
      expect((await send('POST', restore, editor)).json()).toMatchObject({ reason: 'confirmation-required' })
      expect((await send('POST', `${restore}?confirmed=true`, editor)).statusCode).toBe(200)
      expect(await listMails()).toContain('活动取消：另一场 → third@example.com')
      const [{ revision: latest }] = (await send('GET', list, editor)).json().data
      expect((await send('POST', `${list}/${latest - 1}/restore?confirmed=true`, editor)).statusCode).toBe(200)
      expect(await listMails()).toContain('活动恢复：另一场 → third@example.com')
    })
  })

  it('assigns the place of a deleted account to the first on the waiting list, with a mail', async () => {
    const owner = await createSignedInUser(app(), 'super_admin', `owner${eventCount}`)
    const leaving = await createSignedInUser(app(), 'member', `leaving${eventCount}`)
    await register(leaving)
    await register(members[1])
    const removed = await send('DELETE', fillPath(userCalls.remove.path, { id: leaving.id }), owner)
    expect(removed.statusCode).toBe(200)
    expect((await listOwn(members[1]))[0]).toMatchObject({ status: 'confirmed', waitingPosition: null })
    expect(await listAvailability()).toMatchObject([{ confirmed: 1, waiting: 0 }])
    expect((await listMails()).filter((mail) => mail.endsWith(`${title} → second@example.com`))).toHaveLength(1)
  })

  it('lists the registrations for coming events by their day, followed by those for past events', async () => {
    const member = await createSignedInUser(app(), 'member', `calendar${eventCount}`)
    const events = [
      { title: '下月', date: '2027-01-14' },
      { title: '待定', date: '待定' },
      { title: '当天下午', date: '2026-12-18', time: '14:00-16:00' },
      { title: '当天上午', date: '2026年12月18日', time: '9:00-11:00' },
    ].map((event, index) => ({ ...EVENT, id: `${eventId}-${index}`, ...event }))
    const past = { ...EVENT, id: `${eventId}-past`, title: '已开始', date: '2026-12-10', status: '已结束' }
    await saveEvents(...events, { ...past, status: '报名中' })
    for (const { id } of [past, ...events])
      expect((await send('POST', fillPath(eventCalls.register.path, { eventId: id }), member)).statusCode).toBe(200)
    await saveEvents(...events, past)
    expect((await listOwn(member)).map((registration: { title: string }) => registration.title)).toEqual([
      '当天上午',
      '当天下午',
      '下月',
      '待定',
      '已开始',
    ])
  })

  it('retains registrations with their texts after the event is deleted', async () => {
    await register(members[0])
    await saveEvents()
    expect((await listOwn(members[0]))[0]).toMatchObject({ title, canCancel: true })
    const { data } = (await send('GET', `${eventCalls.list.path}?phase=cancelled`, editor)).json()
    expect(data).toContainEqual(expect.objectContaining({ id: eventId, phase: 'cancelled', confirmed: 1 }))
  })

  describe('in the back office', () => {
    const path = (call: { path: string }, params: object = {}) => fillPath(call.path, { eventId, ...params })

    it('lists attendees with their contact data', async () => {
      await register(members[0])
      await register(members[1])
      const { data } = (await send('GET', path(eventCalls.listAttendees), editor)).json()
      expect(data).toMatchObject([
        { email: 'first@example.com', status: 'confirmed' },
        { email: 'second@example.com', status: 'waiting' },
      ])
    })

    it('exports attendees', async () => {
      await register(members[0])
      const file = await send('GET', `${path(eventCalls.exportAttendees)}?format=csv`, editor)
      expect(file.body).toContain('first@example.com')
    })

    it('cancels a registration, and audits it', async () => {
      const [first, second] = members
      await register(first)
      await register(second)
      const removed = await send('DELETE', path(eventCalls.removeAttendee, { userId: first.id }), editor)
      expect(removed.json()).toMatchObject({ message: '已取消该报名' })
      expect((await listOwn(second))[0]).toMatchObject({ status: 'confirmed' })
      const [entry] = await listAudit(app(), 'event.cancel')
      expect(entry).toMatchObject({ target: title, detail: 'first' })
    })

    it('shows viewers only the number of registrations', async () => {
      const viewer = await createSignedInUser(app(), 'viewer', `viewer${eventCount}`)
      expect((await send('GET', eventCalls.list.path, viewer)).statusCode).toBe(200)
      expect((await send('GET', path(eventCalls.listAttendees), viewer)).statusCode).toBe(403)
    })
  })
})
