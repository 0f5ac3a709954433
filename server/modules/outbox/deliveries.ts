/**
 * Delivers events to webhooks, each webhook for itself, so that a receiver that is slow or away delays no other one. A
 * delivery that fails is repeated with growing pauses for a day; a webhook that has failed for a day is switched off.
 */
import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#contracts/outbox/messages.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { findNextAttemptTime, isStale, LEASE_MS } from '#server/platform/retry-policy.ts'
import { type SendWebhook, WebhookError } from '#server/platform/webhook.ts'
import { decryptReceiver, toReceiver } from './receivers.ts'
import {
  type DeliveryWithEvent,
  failWaitingDeliveries,
  findWebhook,
  finishDelivery,
  leaseDeliveries,
  listDueWebhooks,
  updateWebhook,
  type WebhookRow,
} from './store.ts'
import { assertAccepted, createEventMessage, createWebhookRequest, type Receiver } from './webhook-requests.ts'

/** Leased and recorded in one transaction each; sent well within a lease, even if no receiver replies in time. */
const BATCH_SIZE = 50
/** The number of concurrent requests to one receiver. */
const CONCURRENCY = 4
/** The pause after a receiver couldn't be reached, as for mail servers. */
const PAUSE_MS = MINUTE_MS
/** The status by which a receiver says that it is gone for good (Standard Webhooks). */
const GONE = 410

type Dependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  sendWebhook: SendWebhook
  settings: Pick<SettingsService, 'getGeneral'>
  /** Tells of a webhook that is switched off, inside the transaction that does it. */
  onSwitchedOff(transaction: Transaction, webhook: WebhookRow): Promise<void>
}

/** What became of a leased delivery. `released` ones weren't attempted. */
type Outcome = { delivery: DeliveryWithEvent } & (
  | { kind: 'delivered'; status: number }
  | { kind: 'failed'; status: number | null; error: string; isPermanent: boolean }
  | { kind: 'released' }
)

/** Returns whether further requests to the same receiver would fail as well. */
const isUnreachable = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && (outcome.status === null || outcome.status === 429 || outcome.status >= 500)

const isGone = (outcome: Outcome): boolean => outcome.kind === 'failed' && outcome.status === GONE

/** Creates the delivery of events on this node. */
export function createDeliveries({ database, clock, encryption, sendWebhook, settings, onSwitchedOff }: Dependencies) {
  /** The webhooks that this node is delivering to. */
  const lanes = new Map<string, Promise<void>>()
  const pausedUntil = new Map<string, number>()
  let isStopped = false

  /** Returns whether a receiver is left alone for now. A longer pause than ours means that the clock was set back. */
  function isPaused(webhookId: string): boolean {
    const remainingMs = (pausedUntil.get(webhookId) ?? 0) - clock.now().getTime()
    return remainingMs > 0 && remainingMs <= PAUSE_MS
  }

  /** Leases the next deliveries of a webhook; none if it is switched off. */
  const lease = (webhookId: string) =>
    database.write(async ({ db }) => {
      const webhook = await findWebhook(db, webhookId)
      if (!webhook?.isActive) return undefined
      const now = clock.now()
      const until = new Date(now.getTime() + LEASE_MS).toISOString()
      const options = { now: now.toISOString(), lease: randomUUID(), until, limit: BATCH_SIZE }
      return { webhook, deliveries: await leaseDeliveries(db, webhookId, options) }
    })

  async function attempt(delivery: DeliveryWithEvent, receiver: Receiver, siteName: string): Promise<Outcome> {
    if (isStale(delivery.nextAttemptAt ?? delivery.createdAt, clock.now()))
      return { delivery, kind: 'failed', status: null, error: MESSAGES.expired, isPermanent: true }
    const message = createEventMessage(toEvent(delivery), siteName)
    let status: number | null = null
    try {
      const reply = await sendWebhook(createWebhookRequest(receiver, message, clock.now()))
      status = reply.status
      assertAccepted(receiver.format, reply)
      return { delivery, kind: 'delivered', status }
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      return { delivery, kind: 'failed', status, error: error.message, isPermanent: false }
    }
  }

  /** Attempts deliveries, some at a time; releases the rest once the receiver can't be reached. */
  async function attemptAll(deliveries: readonly DeliveryWithEvent[], receiver: Receiver): Promise<Outcome[]> {
    const { siteName } = await settings.getGeneral()
    const outcomes: Outcome[] = []
    const queue = deliveries.values()
    const attemptNext = async () => {
      for (const delivery of queue) {
        const isGivenUp = isStopped || outcomes.some(isUnreachable)
        outcomes.push(isGivenUp ? { delivery, kind: 'released' } : await attempt(delivery, receiver, siteName))
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, attemptNext))
    return outcomes
  }

  /** Records outcomes, and what they say of the webhook. */
  const record = (webhookId: string, outcomes: readonly Outcome[]) =>
    database.write(async (transaction) => {
      const { db } = transaction
      const now = clock.now()
      for (const outcome of outcomes) await finishDelivery(db, outcome.delivery, toChange(outcome, now))
      const webhook = await findWebhook(db, webhookId)
      if (!webhook) return
      const change = findWebhookChange(webhook, outcomes, now)
      if (!change) return
      await updateWebhook(db, webhookId, change)
      if (outcomes.some(isGone)) await failWaitingDeliveries(db, webhookId, now.toISOString(), MESSAGES.gone)
      if (change.isActive === false && webhook.isActive) await onSwitchedOff(transaction, webhook)
    })

  /** Delivers to a webhook until nothing is due, or it can't be reached. */
  async function deliverTo(webhookId: string): Promise<void> {
    while (!isStopped && !isPaused(webhookId)) {
      const leased = await lease(webhookId)
      if (!leased || leased.deliveries.length === 0) return
      const { webhook, deliveries } = leased
      const stored = decryptReceiver(encryption, webhook)
      const outcomes = stored
        ? await attemptAll(deliveries, toReceiver(stored, { format: webhook.format, now: timestamp(clock) }))
        : deliveries.map((delivery) => ({ delivery, ...UNREADABLE_SECRET }))
      await record(webhookId, outcomes)
      if (outcomes.some(isUnreachable)) pausedUntil.set(webhookId, clock.now().getTime() + PAUSE_MS)
    }
  }

  return {
    /** Starts delivering what is due. Returns a promise for each webhook, of the end of its deliveries. */
    async start(): Promise<Promise<void>[]> {
      const due = await listDueWebhooks(database.read, timestamp(clock))
      return due
        .filter((id) => !isStopped && !lanes.has(id) && !isPaused(id))
        .map((id) => {
          const lane = deliverTo(id).finally(() => lanes.delete(id))
          lanes.set(id, lane)
          return lane
        })
    },

    /** Tries a receiver at once that is being left alone, as after its URL has changed. */
    resume: (webhookId: string): void => void pausedUntil.delete(webhookId),

    /** Starts no further request; resolves when those that were sent are recorded. */
    async stop(): Promise<void> {
      isStopped = true
      await Promise.allSettled(lanes.values())
    },
  }
}

const UNREADABLE_SECRET = {
  kind: 'failed',
  status: null,
  error: MESSAGES.secretUnreadable,
  isPermanent: false,
} as const

const toEvent = ({ eventId, name, dataJson, happenedAt }: DeliveryWithEvent) => ({
  id: eventId,
  name,
  data: dataJson,
  createdAt: happenedAt,
})

/**
 * Returns what outcomes change of their webhook: one success ends a series of failures, and one that has lasted for a day,
 * or a receiver that is gone for good, switches it off.
 */
function findWebhookChange(
  webhook: Pick<WebhookRow, 'failingSince'>,
  outcomes: readonly Outcome[],
  now: Date,
): Partial<Pick<WebhookRow, 'failingSince' | 'isActive' | 'switchedOffAt'>> | undefined {
  if (outcomes.some(({ kind }) => kind === 'delivered'))
    return webhook.failingSince === null ? undefined : { failingSince: null }
  const failures = outcomes.filter((outcome) => outcome.kind === 'failed')
  if (failures.length === 0) return undefined
  const failingSince = webhook.failingSince ?? now.toISOString()
  const isOver = failures.some(isGone) || now.getTime() - Date.parse(failingSince) >= DAY_MS
  return isOver ? { failingSince, isActive: false, switchedOffAt: now.toISOString() } : { failingSince }
}

function toChange(outcome: Outcome, now: Date): Parameters<typeof finishDelivery>[2] {
  if (outcome.kind === 'released') return {}
  const attempts = outcome.delivery.attempts + 1
  const finished = { attempts, replyStatus: outcome.status, nextAttemptAt: null, finishedAt: now.toISOString() }
  if (outcome.kind === 'delivered') return { ...finished, status: 'delivered', error: '' }
  const next = outcome.isPermanent ? undefined : findNextAttemptTime(attempts, now)
  return next === undefined
    ? { ...finished, status: 'failed', error: outcome.error }
    : { attempts, replyStatus: outcome.status, nextAttemptAt: next.toISOString(), error: outcome.error }
}
