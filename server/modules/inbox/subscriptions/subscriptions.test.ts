import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { INBOX_MESSAGES } from '#contracts/inbox/messages.ts'
import { INBOX } from '#contracts/limits.ts'
import { TEAM_EVENTS } from '#contracts/outbox/team-events.ts'
import { findNextDigest } from '#contracts/rules/digest-time.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { createServices } from '#server/services.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const LEAD = TEAM_EVENTS['lead.created'].example
const HOUR = 9

onEveryDatabase('subscriptions to events', (app) => {
  let reader: Caller
  beforeAll(() => enableMail(app()))
  beforeEach(async () => {
    await app().database.write(({ db }) => db.deleteFrom('subscriptions').execute())
    reader = await createSignedInUser(app(), 'reviewer', `reader-${randomUUID()}`)
  })

  const send = async (method: 'GET' | 'PUT', caller: Caller, payload?: object) => {
    const url = '/api/inbox/subscriptions'
    const reply = await app().server.inject({ method, url, headers: caller.headers, ...(payload && { payload }) })
    return { status: reply.statusCode, body: reply.json() }
  }
  const save = (ways: object, caller = reader) => send('PUT', caller, { ways, digestHour: HOUR })
  const record = (companyName = LEAD.companyName, id: string = randomUUID()) =>
    app().database.write((transaction) =>
      app().services.outbox.record(transaction, 'lead.created', { ...LEAD, companyName }, { id }),
    )
  const listItems = async (caller = reader) =>
    (await app().services.inbox.list({ page: 1, status: undefined }, caller)).items
  const listMails = async (caller = reader) => {
    const rows = await app()
      .database.read.selectFrom('outbox')
      .select(['id', 'kind', 'subject'])
      .where('toEmail', '=', `${caller.name}@example.com`)
      .orderBy('createdAt')
      .execute()
    return Promise.all(
      rows.map(async ({ id, ...mail }) => ({
        ...mail,
        text: (await app().services.mail.outbox.findContent(id))?.text ?? '',
      })),
    )
  }
  const changeRole = (caller: Caller, role: Role) =>
    app().database.write(({ db }) => db.updateTable('users').set({ role }).where('id', '=', caller.id).execute())
  /** Lets the time pass to the next digest, and sends what is due on as many nodes. */
  const sendDigests = async (nodes = 1) => {
    const { clock, database } = app()
    clock.advance(Date.parse(findNextDigest(clock.now(), HOUR)) - clock.now().getTime())
    const services = Array.from({ length: nodes }, () =>
      createServices({
        database,
        clock,
        appSecret: testConfig().appSecret,
        publicUrl: 'https://site.example',
        fileStore: { put: async () => {}, open: async () => undefined, remove: async () => {} },
      }),
    )
    await Promise.all(services.map(({ inbox }) => inbox.subscriptions.sendDueDigests()))
  }

  it('lists what the role may be told of, none of it chosen at first', async () => {
    const { body } = await send('GET', reader)
    expect(body.data.digestHour).toBe(9)
    const names = body.data.events.map(({ name }: { name: string }) => name)
    expect(names).toContain('lead.created')
    expect(names).not.toContain('alarm.raised')
    expect(body.data.events.every(({ way }: { way: string }) => way === 'off')).toBe(true)
  })

  it('tells those who want to hear of an event in their inboxes', async () => {
    const other = await createSignedInUser(app(), 'reviewer', `other-${randomUUID()}`)
    await save({ 'lead.created': 'inbox' })
    await record('甲公司')
    expect(await listItems()).toMatchObject([{ event: 'lead.created', lines: ['甲公司', '种类：选型咨询'] }])
    expect(await listItems(other)).toEqual([])
    expect(await listMails()).toEqual([])
  })

  it('tells of what a visitor does', async () => {
    await save({ 'lead.created': 'inbox' })
    const payload = {
      companyName: '乙公司',
      contactName: '陈女士',
      phone: '13800000000',
      email: 'chen@example.com',
      requirements: '想了解排班',
      agreeToTerms: true,
    }
    await app().server.inject({ method: 'POST', url: '/api/consultation', payload })
    const [item] = await listItems()
    expect(item).toMatchObject({ lines: ['乙公司', '种类：选型咨询'] })
    expect(item?.path).toMatch(/^\/admin\/leads\?lead=/)
  })

  it('mails at once, if wanted', async () => {
    await save({ 'lead.created': 'mail' })
    await record('甲公司')
    const [mail] = await listMails()
    expect(mail).toMatchObject({ kind: 'eventNotice', subject: '【智鉴】收到咨询线索' })
    expect(mail?.text).toContain('收到咨询线索：甲公司\n种类：选型咨询')
    expect(mail?.text).toContain(LEAD.url)
  })

  it('sends one digest of what has come since the last one, although two nodes look for it', async () => {
    await save({ 'lead.created': 'digest' })
    await record('甲公司')
    app().clock.advance(1)
    await record('乙公司')
    await sendDigests(2)
    const mails = await listMails()
    expect(mails).toMatchObject([{ kind: 'eventDigest', subject: '【智鉴】每日汇总：2条' }])
    expect(mails[0]?.text.indexOf('甲公司')).toBeLessThan(mails[0]?.text.indexOf('乙公司') ?? -1)
    await sendDigests()
    expect(await listMails()).toHaveLength(1)
    await record('丙公司')
    await sendDigests()
    const later = (await listMails()).map(({ text }) => text)
    expect(later).toHaveLength(2)
    expect(later[1]).toContain('丙公司')
    expect(later[1]).not.toContain('甲公司')
  })

  it('names no more events than a mail can hold', async () => {
    await save({ 'lead.created': 'digest' })
    for (let index = 0; index <= INBOX.eventsPerDigest; index += 1) await record(`公司${index}号`)
    await sendDigests()
    const [mail] = await listMails()
    expect(mail?.text).toContain(INBOX_MESSAGES.digestMore(1))
    expect(mail?.text).not.toContain(`公司${INBOX.eventsPerDigest}号`)
  })

  it('ends with the permission: no item, no mail, no digest, and what was told is hidden', async () => {
    await save({ 'lead.created': 'digest' })
    await record()
    await changeRole(reader, 'editor')
    await record()
    await sendDigests()
    expect(await listMails()).toEqual([])
    expect(await listItems({ ...reader, role: 'editor' })).toEqual([])
    const rows = await app()
      .database.read.selectFrom('inboxItems')
      .select('id')
      .where('userId', '=', reader.id)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('refuses events that the role may not read', async () => {
    const editor = await createSignedInUser(app(), 'editor', `editor-${randomUUID()}`)
    expect(await save({ 'lead.created': 'inbox' }, editor)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'ways.lead.created', message: INBOX_MESSAGES.forbiddenEvent }] },
    })
    const member = await createSignedInUser(app(), 'member', `member-${randomUUID()}`)
    expect((await send('GET', member)).status).toBe(403)
  })

  it('takes what waits out of the digest once that is no longer wanted', async () => {
    await save({ 'lead.created': 'digest' })
    await record()
    await save({ 'lead.created': 'inbox' })
    await sendDigests()
    expect(await listMails()).toEqual([])
    expect(await listItems()).toHaveLength(1)
  })

  it('hides contacts from staff who may not see them, in mails, too', async () => {
    const viewer = await createSignedInUser(app(), 'viewer', `viewer-${randomUUID()}`)
    await save({ 'lead.created': 'mail' }, viewer)
    await record('甲公司13912345678')
    expect(JSON.stringify([await listItems(viewer), await listMails(viewer)])).not.toContain('13912345678')
  })

  it('tells of a late lead once, although it is looked for every minute', async () => {
    await save({ 'lead.late': 'mail' })
    const { leads } = app().services
    const request = { companyName: '丁公司', contactName: '陈', phone: '13800000000', email: 'c@example.com' }
    await leads.requestConsultation({ ...request, requirements: '排班', agreeToTerms: true })
    app().clock.advance(DAY_MS)
    await leads.recordLateLeads()
    await leads.recordLateLeads()
    const mails = (await listMails()).filter(({ text }) => text.includes(request.companyName))
    expect(mails.map(({ subject }) => subject)).toEqual(['【智鉴】咨询线索超时未联系'])
  })
})
