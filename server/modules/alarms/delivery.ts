/** The webhook's part of alarms: one node tells of each event, until the receiver has it. */

import type { AlarmEvent, AlarmTest } from '#contracts/alarms/alarm.ts'
import { DAY_MS } from '#contracts/durations.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import { timestamp } from '#server/platform/clock.ts'
import { WebhookFailure } from '#server/platform/webhook.ts'
import type { AlarmDependencies } from './dependencies.ts'
import type { Outage } from './outage.ts'
import { type AlarmRow, leaseAlarm, listUnsent, updateAlarm } from './store.ts'
import { toAlarmEvent } from './webhook-events.ts'
import { assertTaken, createWebhookRequest, type Receiver } from './webhook-requests.ts'

/** Longer than a receiver may take; a node that dies meanwhile leaves the event to others. */
const LEASE_MS = 60_000
/** What nobody could be told of for so long is told no more. */
const TRIED_MS = DAY_MS

type Dependencies = Pick<
  AlarmDependencies,
  'database' | 'clock' | 'settings' | 'encryption' | 'sendWebhook' | 'publicUrl' | 'node'
>

/** The purpose of the key by which receivers of our own form check the signature. */
export const SIGNING_KEY_PURPOSE = 'alarm-webhook'

/** Creates the deliveries to the webhook of the settings. */
export function createDelivery({ database, clock, settings, encryption, sendWebhook, publicUrl, node }: Dependencies) {
  const getKey = () => encryption.deriveKey(SIGNING_KEY_PURPOSE)

  async function send(receiver: Receiver, event: AlarmEvent): Promise<void> {
    const request = createWebhookRequest(receiver, event, { now: clock.now(), getKey })
    assertTaken(receiver.webhookFormat, await sendWebhook(request))
  }

  /** Sends what is still to be told of an alarm, in its order. */
  async function sendAlarm(alarm: AlarmRow, receiver: Receiver, siteName: string): Promise<void> {
    const note = (change: Partial<AlarmRow>) => database.write(({ tx }) => updateAlarm(tx, alarm.id, change))
    const tell = async (type: AlarmEvent['type']) => {
      if (receiver.webhookUrl === '') return
      await send(receiver, toAlarmEvent(type, alarm, timestamp(clock), { siteName, publicUrl }))
    }
    if (alarm.raisedSentAt === null) {
      await tell('alarm.raised')
      await note({ raisedSentAt: timestamp(clock) })
    }
    if (alarm.resolvedAt !== null && alarm.resolvedSentAt === null) {
      await tell('alarm.resolved')
      await note({ resolvedSentAt: timestamp(clock) })
    }
    await note({ sendingUntil: null })
  }

  return {
    /** Sends what the webhook hasn't been told of. Throws the last failure, after all were tried; a later round tries again. */
    async sendPending(): Promise<void> {
      const now = clock.now()
      const unsent = await listUnsent(database.read, new Date(now.getTime() - TRIED_MS).toISOString())
      if (unsent.length === 0) return
      const [config, { siteName }] = await Promise.all([settings.getAlarms(), settings.getGeneral()])
      let failure: unknown
      for (const { id } of unsent) {
        const until = new Date(now.getTime() + LEASE_MS).toISOString()
        const alarm = await database.write(({ tx }) => leaseAlarm(tx, id, now.toISOString(), until))
        if (!alarm) continue
        await sendAlarm(alarm, config, siteName).catch((error: unknown) => {
          failure = error
        })
      }
      if (failure) throw failure
    },

    /** Reports a database that is away, which nothing can be read from. */
    async sendOutage({ id, since, config, siteName }: Outage, detail: string): Promise<void> {
      if (config.webhookUrl === '') return
      const alarm = { id, name: 'databaseAway' as const, node, detail, raisedAt: since.toISOString(), resolvedAt: null }
      await send(config, toAlarmEvent('alarm.raised', alarm, timestamp(clock), { siteName, publicUrl }))
    },

    /** Sends a test. Returns what came of it; `null` without a webhook. */
    async sendTest(config: AlarmSettings, alarm: Parameters<typeof toAlarmEvent>[1]): Promise<AlarmTest['webhook']> {
      if (config.webhookUrl === '') return null
      const { siteName } = await settings.getGeneral()
      try {
        await send(config, toAlarmEvent('alarm.test', alarm, timestamp(clock), { siteName, publicUrl }))
        return { isDelivered: true, message: '' }
      } catch (error) {
        if (!(error instanceof WebhookFailure)) throw error
        return { isDelivered: false, message: error.message }
      }
    },
  }
}
