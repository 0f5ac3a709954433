/** Delivers alarms to the webhook. One node sends each event; if that fails, the next check retries for a day. */

import type { AlarmEvent, AlarmTest } from '#contracts/alarms/alarm.ts'
import { DAY_MS } from '#contracts/durations.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import { getLatestPossibleTime, timestamp } from '#server/platform/clock.ts'
import { WebhookError } from '#server/platform/webhook.ts'
import type { AlarmDependencies } from './dependencies.ts'
import type { Outage } from './outage-tracker.ts'
import { type AlarmRow, leaseAlarm, listUnsentAlarms, updateAlarm } from './store.ts'
import { type AlarmSummary, toAlarmEvent } from './webhook-events.ts'
import { assertAccepted, createWebhookRequest, type WebhookReceiver } from './webhook-requests.ts'

/**
 * Longer than the webhook's timeout. If a node crashes while sending, the lease expires and another node takes over.
 */
const LEASE_MS = 60_000
/** Events that couldn't be delivered for this long are dropped. */
const RETRY_WINDOW_MS = DAY_MS

type Dependencies = Pick<
  AlarmDependencies,
  'database' | 'clock' | 'settings' | 'encryption' | 'sendWebhook' | 'publicUrl' | 'node'
>

/** The purpose for which the key that signs events in our own format is derived. */
export const SIGNING_KEY_PURPOSE = 'alarm-webhook'

/** Creates the delivery of alarms to the webhook in the settings. */
export function createDelivery({ database, clock, settings, encryption, sendWebhook, publicUrl, node }: Dependencies) {
  const getKey = () => encryption.deriveKey(SIGNING_KEY_PURPOSE)

  async function send(receiver: WebhookReceiver, event: AlarmEvent): Promise<void> {
    const request = createWebhookRequest(receiver, event, { now: clock.now(), getKey })
    assertAccepted(receiver.webhookFormat, await sendWebhook(request))
  }

  /** Sends the pending events of a leased alarm in order, and records each, so that a retry doesn't repeat it. */
  async function sendAlarm(alarm: AlarmRow, receiver: WebhookReceiver, siteName: string): Promise<void> {
    const save = (change: Partial<AlarmRow>) => database.write(({ db }) => updateAlarm(db, alarm.id, change))
    const sendEvent = async (type: AlarmEvent['type']) => {
      if (receiver.webhookUrl === '') return
      await send(receiver, toAlarmEvent(type, alarm, timestamp(clock), { siteName, publicUrl }))
    }
    if (alarm.raisedNotifiedAt === null) {
      await sendEvent('alarm.raised')
      await save({ raisedNotifiedAt: timestamp(clock) })
    }
    if (alarm.resolvedAt !== null && alarm.resolvedNotifiedAt === null) {
      await sendEvent('alarm.resolved')
      await save({ resolvedNotifiedAt: timestamp(clock) })
    }
    await save({ sendingUntil: null })
  }

  return {
    /**
     * Sends all pending events. If some fail, sends the others first, then throws the last error. If the receiver doesn't
     * reply in time, the others wait for the next check, which continues with them: each would take as long, and delay
     * the checks that raise further alarms.
     */
    async sendPending(): Promise<void> {
      const oldest = new Date(clock.now().getTime() - RETRY_WINDOW_MS).toISOString()
      const unsent = await listUnsentAlarms(database.read, oldest)
      if (unsent.length === 0) return
      const [config, { siteName }] = await Promise.all([settings.getAlarms(), settings.getGeneral()])
      let lastError: unknown
      for (const { id } of unsent) {
        // Each lease begins when its alarm is sent: sending those before may have taken longer than a lease.
        const now = timestamp(clock)
        const until = new Date(Date.parse(now) + LEASE_MS).toISOString()
        const latest = getLatestPossibleTime(now, LEASE_MS)
        const alarm = await database.write(({ db }) => leaseAlarm(db, id, { now, until, latest }))
        if (!alarm) continue
        await sendAlarm(alarm, config, siteName).catch((error: unknown) => {
          lastError = error
        })
        if (lastError instanceof WebhookError && lastError.isTimeout) break
      }
      if (lastError) throw lastError
    },

    /** Reports that the database is unavailable, without reading anything from it. */
    async sendOutage({ id, since, config, siteName }: Outage, detail: string): Promise<void> {
      if (config.webhookUrl === '') return
      const alarm = {
        id,
        name: 'databaseUnavailable' as const,
        node,
        detail,
        raisedAt: since.toISOString(),
        resolvedAt: null,
      }
      await send(config, toAlarmEvent('alarm.raised', alarm, timestamp(clock), { siteName, publicUrl }))
    },

    /** Sends a test event. Returns its outcome; `null` if no webhook is configured. */
    async sendTest(config: AlarmSettings, alarm: AlarmSummary): Promise<AlarmTest['webhook']> {
      if (config.webhookUrl === '') return null
      const { siteName } = await settings.getGeneral()
      try {
        await send(config, toAlarmEvent('alarm.test', alarm, timestamp(clock), { siteName, publicUrl }))
        return { isDelivered: true, message: '' }
      } catch (error) {
        if (!(error instanceof WebhookError)) throw error
        return { isDelivered: false, message: error.message }
      }
    },
  }
}
