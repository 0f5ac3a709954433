import { randomUUID } from 'node:crypto'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { LEAD_RESPONSE_MS, WEBHOOK_DELIVERY_DAYS } from '#contracts/limits.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#contracts/outbox/messages.ts'
import { TEAM_EVENTS } from '#contracts/outbox/team-events.ts'
import type { WebhookCreate } from '#contracts/outbox/webhook.ts'
import { parseAllowedHosts } from '#server/platform/allowed-hosts.ts'
import { createServices } from '#server/services.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { startWebhookReceiver } from '#testing/webhook-receiver.ts'

const ACTOR = { id: 'admin', name: '张三', ip: '' }
const LEAD = TEAM_EVENTS['lead.created'].example

onEveryDatabase('the outbox of events', (app) => {
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>

  const createOutbox = (secrets: { appSecret?: string; previousSecrets?: string[] } = {}) =>
    createServices({
      database: app().database,
      clock: app().clock,
      appSecret: testConfig().appSecret,
      webhookHosts: parseAllowedHosts('127.0.0.1:*') ?? [],
      fileStore: { put: async () => {}, open: async () => undefined, remove: async () => {} },
      ...secrets,
    }).outbox
  let outbox: ReturnType<typeof createOutbox>

  beforeEach(async () => {
    receiver = await startWebhookReceiver()
    outbox = createOutbox()
  })
  afterEach(async () => {
    receiver.close()
    await app().database.write(async ({ db }) => {
      for (const table of ['webhooks', 'outgoingEvents', 'auditEntries'] as const) await db.deleteFrom(table).execute()
    })
  })

  const add = (input: Partial<WebhookCreate> = {}) =>
    outbox.webhooks.create({ url: receiver.url, events: ['lead.created'], format: 'json', ...input }, ACTOR)
  const record = (id: string = randomUUID()) =>
    app().database.write((transaction) => outbox.record(transaction, 'lead.created', { ...LEAD, id }, { id }))
  const deliver = async (node = outbox) => {
    await Promise.all(await node.deliveries.start())
  }
  const listDeliveries = async (id: string) =>
    (await outbox.webhooks.listDeliveries(id, { page: 1, status: undefined })).items
  const get = async (id: string) => (await outbox.webhooks.get(id)).value
  const update = (id: string, change: object) =>
    outbox.webhooks.update(
      id,
      { url: receiver.url, events: ['lead.created'], format: 'json', isActive: true, ...change },
      { actor: ACTOR, ifMatch: undefined },
    )

  it('delivers an event to those who are subscribed to it, signed for public libraries to verify', async () => {
    const { id, secret } = await add()
    const other = await add({ events: ['alarm.raised'] })
    await record('event-1')
    await deliver()
    expect(receiver.received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    // The library compares with the present time, which the clock of the test isn't.
    const verifier = new Verifier(secret ?? '')
    const signature = verifier.sign('event-1', app().clock.now(), body)
    expect(headers).toMatchObject({ 'webhook-id': 'event-1', 'webhook-signature': signature })
    expect(JSON.parse(body)).toEqual({
      type: 'lead.created',
      timestamp: app().clock.now().toISOString(),
      data: { ...LEAD, id: 'event-1' },
    })
    expect(await listDeliveries(id)).toMatchObject([
      { event: 'lead.created', eventId: 'event-1', status: 'delivered', attempts: 1, replyStatus: 204, error: '' },
    ])
    expect(await listDeliveries(other.id)).toEqual([])
  })

  it('records nothing of a transaction that fails, and nothing without a subscriber', async () => {
    await record()
    await add()
    const failed = app().database.write(async (transaction) => {
      await outbox.record(transaction, 'lead.created', LEAD)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await deliver()
    expect(receiver.received).toEqual([])
  })

  it('repeats a failed delivery with growing pauses, under the same id', async () => {
    receiver.reply.status = 503
    const { id } = await add()
    await record('event-1')
    await deliver()
    expect(await listDeliveries(id)).toMatchObject([
      { status: 'waiting', attempts: 1, replyStatus: 503, error: MESSAGES.status(503) },
    ])
    receiver.reply.status = 204
    await deliver()
    expect(receiver.received).toEqual([])
    app().clock.advance(MINUTE_MS)
    await deliver()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['event-1'])
    expect(await get(id)).toMatchObject({ failingSince: null, counts: { waiting: 0, delivered: 1, failed: 0 } })
  })

  it('tries a receiver that is away once a minute, whatever waits for it', async () => {
    const { id } = await add({ url: 'http://127.0.0.1:1/closed' })
    for (let index = 0; index < 10; index += 1) await record()
    await deliver()
    const attempted = (await listDeliveries(id)).filter(({ attempts }) => attempts > 0)
    // Those that were under way when the first one failed.
    expect(attempted.length).toBeLessThanOrEqual(4)
    await deliver()
    expect((await listDeliveries(id)).filter(({ attempts }) => attempts > 0)).toHaveLength(attempted.length)
    await update(id, {})
    await deliver()
    expect(receiver.received.length).toBe(10 - attempted.length)
  })

  it('goes on with other events if the receiver refuses one', async () => {
    receiver.reply.status = 400
    const { id } = await add()
    for (const event of ['a', 'b']) await record(event)
    await deliver()
    expect((await listDeliveries(id)).map(({ attempts, status }) => `${status} ${attempts}`)).toEqual([
      'waiting 1',
      'waiting 1',
    ])
  })

  it('switches a webhook off that has failed for a day, and says so', async () => {
    receiver.reply.status = 500
    const { id } = await add()
    await record()
    for (let hour = 0; hour < 26; hour += 1) {
      await deliver()
      app().clock.advance(60 * MINUTE_MS)
      if (hour === 23) await record()
    }
    await deliver()
    expect(await get(id)).toMatchObject({ isActive: false, switchedOffAt: expect.any(String) })
    const audit = app()
      .database.read.selectFrom('auditEntries')
      .select('action')
      .where('action', '=', 'webhook.switch-off')
    expect(await audit.execute()).toHaveLength(1)
    receiver.reply.status = 204
    await deliver()
    expect(receiver.received).toEqual([])
    await update(id, {})
    expect(await get(id)).toMatchObject({ isActive: true, failingSince: null, switchedOffAt: null })
  })

  it('switches a webhook off at once whose receiver is gone', async () => {
    receiver.reply.status = 410
    const { id } = await add()
    for (let index = 0; index < 60; index += 1) await record()
    await deliver()
    expect(await get(id)).toMatchObject({ isActive: false, counts: { waiting: 0, delivered: 0, failed: 60 } })
    const errors = (await listDeliveries(id)).map(({ error }) => error)
    expect(errors.every((error) => error === MESSAGES.gone)).toBe(true)
  })

  it('sends each event once, although two nodes look for it', async () => {
    await add()
    for (let index = 0; index < 60; index += 1) await record()
    await Promise.all([deliver(), deliver(createOutbox())])
    await deliver()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(60)
    expect(ids).toHaveLength(60)
  })

  it('takes over what a killed node had leased', async () => {
    const { id } = await add()
    await record()
    const leased = new Date(app().clock.now().getTime() + 5 * MINUTE_MS).toISOString()
    await app().database.write(({ db }) =>
      db.updateTable('webhookDeliveries').set({ lease: 'killed', leasedUntil: leased }).execute(),
    )
    await deliver()
    expect(receiver.received).toEqual([])
    app().clock.advance(5 * MINUTE_MS)
    await deliver()
    expect(await listDeliveries(id)).toMatchObject([{ status: 'delivered' }])
  })

  it('delivers nothing that waited for more than a day', async () => {
    const { id } = await add()
    await record()
    app().clock.advance(DAY_MS + 1)
    await deliver()
    expect(await listDeliveries(id)).toMatchObject([{ status: 'failed', error: MESSAGES.expired }])
    await outbox.webhooks.retry({ id, delivery: (await listDeliveries(id))[0]?.id ?? '' }, ACTOR)
    await deliver()
    expect(await listDeliveries(id)).toMatchObject([{ status: 'delivered', attempts: 1 }])
  })

  it('refuses to repeat what was delivered', async () => {
    const { id } = await add()
    await record()
    await deliver()
    const delivery = (await listDeliveries(id))[0]?.id ?? ''
    await expect(outbox.webhooks.retry({ id, delivery }, ACTOR)).rejects.toThrow(MESSAGES.alreadyDelivered)
    await expect(outbox.webhooks.retry({ id, delivery: 'x' }, ACTOR)).rejects.toThrow(MESSAGES.deliveryNotFound)
  })

  it('deletes events after their retention', async () => {
    const { id } = await add()
    await record()
    app().clock.advance((WEBHOOK_DELIVERY_DAYS + 1) * DAY_MS)
    await outbox.deleteExpired()
    expect(await listDeliveries(id)).toEqual([])
  })

  it('tells once of a lead that nobody has contacted in time', async () => {
    await add({ events: ['lead.late'] })
    const request = { companyName: '示例集团', contactName: '陈工', phone: '010-12345678', email: 'cio@example.com' }
    const createLead = () =>
      app().services.leads.requestConsultation({ ...request, requirements: '为客服中心选型', agreeToTerms: true })
    const late = await createLead()
    const contacted = await createLead()
    await app().database.write(({ db }) =>
      db.updateTable('leads').set({ status: 'contacted' }).where('id', '=', contacted).execute(),
    )
    app().clock.advance(LEAD_RESPONSE_MS - MINUTE_MS)
    await app().services.leads.recordLateLeads()
    app().clock.advance(MINUTE_MS)
    for (let check = 0; check < 2; check += 1) await app().services.leads.recordLateLeads()
    await deliver()
    expect(receiver.received.map(({ event }) => `${event.type} ${event.data.id}`)).toEqual([`lead.late ${late}`])
  })

  describe('a signing key that is replaced', () => {
    it('signs besides the new one for a day', async () => {
      const { id, secret: former } = await add()
      const { secret } = await outbox.webhooks.replaceSecret(id, ACTOR)
      await record()
      await deliver()
      app().clock.advance(DAY_MS)
      await record()
      await deliver()
      const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' '))
      expect(signatures.map(({ length }) => length)).toEqual([2, 1])
      const [first] = receiver.received
      const sign = (key: string | null) =>
        new Verifier(key ?? '').sign(
          String(first?.headers['webhook-id']),
          new Date(Number(first?.headers['webhook-timestamp']) * 1_000),
          first?.body ?? '',
        )
      expect(signatures[0]).toEqual([sign(secret), sign(former)])
    })

    it('can only be that of a program', async () => {
      const { id } = await add({ format: 'wecom' })
      await expect(outbox.webhooks.replaceSecret(id, ACTOR)).rejects.toThrow(MESSAGES.botSecret)
    })
  })

  it('stores neither URL nor secret in plain text, and decrypts them after a new APP_SECRET', async () => {
    const { id } = await add({ format: 'dingtalk', secret: 'SEC-of-the-group' })
    const row = await app().database.read.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/SEC-of|127\.0\.0\.1/)
    const rotated = createOutbox({
      appSecret: 'another secret of 32 letters or more',
      previousSecrets: [testConfig().appSecret ?? ''],
    })
    expect(await rotated.reencryptSecrets()).toBe(1)
    expect(await rotated.reencryptSecrets()).toBe(0)
    expect((await rotated.webhooks.get(id)).value).toMatchObject({ url: receiver.url, hasSecret: true })
    // With a secret that is lost, it says so instead of failing.
    await record()
    await deliver()
    expect(await listDeliveries(id)).toMatchObject([{ error: MESSAGES.secretUnreadable }])
    expect(await get(id)).toMatchObject({ url: '' })
  })

  it('takes over the webhook of alarms that an earlier release kept among the settings', async () => {
    const { database, clock, services } = app()
    const stored = { lowSpaceMb: 700, webhookUrl: receiver.url, webhookFormat: 'dingtalk', webhookSecret: 'SEC-former' }
    await services.settings.update('alarms', { lowSpaceMb: 600 }, { actor: ACTOR })
    await database.write(({ db }) =>
      db
        .updateTable('settings')
        .set({ valueJson: JSON.stringify(stored), updatedAt: clock.now().toISOString() })
        .where('part', '=', 'alarms')
        .execute(),
    )
    await outbox.adoptFormerAlarmWebhook()
    await outbox.adoptFormerAlarmWebhook()
    expect(await outbox.webhooks.list()).toMatchObject([
      { url: receiver.url, format: 'dingtalk', hasSecret: true, events: ['alarm.raised', 'alarm.resolved'] },
    ])
    expect(await services.settings.getAlarms()).toMatchObject({ lowSpaceMb: 700 })
    const row = await database.read.selectFrom('settings').selectAll().where('part', '=', 'alarms').executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain('SEC-former')
  })
})
