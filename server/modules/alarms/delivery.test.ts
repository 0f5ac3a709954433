import { expect, it } from 'vitest'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import { type SendWebhook, WebhookError } from '#server/platform/webhook.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { createDelivery } from './delivery.ts'
import { insertAlarm } from './store.ts'

const ALARM_COUNT = 8
const SECONDS_PER_REPLY = 10

/** An alarm that was raised and hasn't been sent. */
const createAlarm = (id: string, now: string) => ({
  id,
  name: 'lowSpace' as const,
  node: `${id}:3000`,
  detail: '',
  raisedAt: now,
  seenAt: now,
  resolvedAt: null,
  raisedNotifiedAt: null,
  resolvedNotifiedAt: null,
  sendingUntil: null,
})

onEveryDatabase('alarm delivery', (app) => {
  const createNode = (sendWebhook: SendWebhook) => {
    const { database, clock, services } = app()
    return createDelivery({
      database,
      clock,
      settings: services.settings,
      encryption: createEncryption(testConfig().appSecret, []),
      sendWebhook,
      publicUrl: 'https://zhijian.test',
      node: 'web-1:3000',
    })
  }

  const saveWebhookUrl = () =>
    app().services.settings.update(
      'alarms',
      { webhookUrl: 'https://hooks.example.com/' },
      { actor: { id: 'admin', name: '张三', ip: '' } },
    )

  it('waits for a receiver that does not reply only once per check, and continues with the next event', async () => {
    const { database, clock } = app()
    await saveWebhookUrl()
    const now = clock.now().toISOString()
    for (let index = 0; index < ALARM_COUNT; index += 1)
      await database.write(({ db }) => insertAlarm(db, createAlarm(`stuck-${index}`, now)))
    const attemptedIds: string[] = []
    const { sendPending } = createNode(async ({ body }) => {
      attemptedIds.push(JSON.parse(body).data.id)
      clock.advance(SECONDS_PER_REPLY * 1_000)
      throw new WebhookError(ALARM_MESSAGES.timeout, { isTimeout: true })
    })
    await expect(sendPending()).rejects.toThrow(ALARM_MESSAGES.timeout)
    expect(attemptedIds).toEqual(['stuck-0'])
    await expect(sendPending()).rejects.toThrow(ALARM_MESSAGES.timeout)
    expect(attemptedIds).toEqual(['stuck-0', 'stuck-1'])

    const deliveredIds: string[] = []
    const recovered = createNode(async ({ body }) => {
      deliveredIds.push(JSON.parse(body).data.id)
      return { status: 200, body: '' }
    })
    clock.advance(60_000)
    await recovered.sendPending()
    expect(deliveredIds).toHaveLength(ALARM_COUNT)
  })

  it('sends each event once, even if a slow receiver delays the last ones beyond a lease', async () => {
    const { database, clock } = app()
    await saveWebhookUrl()
    const now = clock.now().toISOString()
    for (let index = 0; index < ALARM_COUNT; index += 1)
      await database.write(({ db }) => insertAlarm(db, createAlarm(`alarm-${index}`, now)))

    const deliveredIds: string[] = []
    const sendSlowly: SendWebhook = async ({ body }) => {
      deliveredIds.push(JSON.parse(body).data.id)
      clock.advance(SECONDS_PER_REPLY * 1_000)
      // Another node looks for pending events while this one is waiting for its reply.
      if (deliveredIds.length === ALARM_COUNT - 1) await createNode(sendSlowly).sendPending()
      return { status: 200, body: '' }
    }
    await createNode(sendSlowly).sendPending()
    expect(deliveredIds.toSorted()).toEqual(Array.from({ length: ALARM_COUNT }, (_, index) => `alarm-${index}`))
  })
})
