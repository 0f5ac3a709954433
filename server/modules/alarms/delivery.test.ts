import { expect, it } from 'vitest'
import { createEncryption } from '#server/platform/encryption.ts'
import type { SendWebhook } from '#server/platform/webhook.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { createDelivery } from './delivery.ts'
import { insertAlarm } from './store.ts'

const ALARM_COUNT = 8
const SECONDS_PER_REPLY = 10

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

  it('sends each event once, even if a slow receiver delays the last ones beyond a lease', async () => {
    const { database, clock, services } = app()
    const actor = { id: 'admin', name: '张三', ip: '' }
    await services.settings.update('alarms', { webhookUrl: 'https://hooks.example.com/' }, { actor })
    const now = clock.now().toISOString()
    for (let index = 0; index < ALARM_COUNT; index += 1)
      await database.write(({ db }) =>
        insertAlarm(db, {
          id: `alarm-${index}`,
          name: 'lowSpace',
          node: `web-${index}:3000`,
          detail: '',
          raisedAt: now,
          seenAt: now,
          resolvedAt: null,
          raisedNotifiedAt: null,
          resolvedNotifiedAt: null,
          sendingUntil: null,
        }),
      )

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
