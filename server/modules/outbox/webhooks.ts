import { randomUUID } from 'node:crypto'
import { DAY_MS } from '#contracts/durations.ts'
import { WEBHOOK_DELIVERIES_PER_PAGE } from '#contracts/limits.ts'
import { WEBHOOK_MESSAGES as MESSAGES } from '#contracts/outbox/messages.ts'
import { TEAM_EVENTS, type TeamEventName } from '#contracts/outbox/team-events.ts'
import {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryQuery,
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookCreate,
  type WebhookTest,
  type WebhookUpdate,
} from '#contracts/outbox/webhook.ts'
import { WEBHOOK_FORMAT_LABELS, type WebhookFormat } from '#contracts/outbox/webhook-formats.ts'
import { toPagination } from '#contracts/pagination.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { ListPage } from '#server/platform/database/list-page.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { type SendWebhook, WebhookError } from '#server/platform/webhook.ts'
import type { createDeliveries } from './deliveries.ts'
import { decryptReceiver, encryptReceiver, type StoredReceiver, toReceiver } from './receivers.ts'
import {
  countDeliveries,
  countSwitchedOff,
  countWebhooks,
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  rescheduleDelivery,
  updateWebhook,
  type WebhookRow,
} from './store.ts'
import { readEventNames, toDelivery, toWebhook } from './view.ts'
import {
  assertAccepted,
  createTestMessage,
  createWebhookRequest,
  type Message,
  type Receiver,
} from './webhook-requests.ts'
import { formatSigningKey, generateSigningKey } from './webhook-signature.ts'

/** The change feed's topic of events that are to be delivered. */
export const OUTGOING_EVENTS_TOPIC = 'outgoing-events'
/** How long a replaced signing key still signs besides the new one. */
const PREVIOUS_KEY_MS = DAY_MS
/** Locked while one is added, so that concurrent requests can't exceed the limit. */
const LOCK = 'webhook-limit'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  encryption: Encryption
  sendWebhook: SendWebhook
  settings: Pick<SettingsService, 'getGeneral' | 'takeFormerAlarmWebhook'>
  deliveries: Pick<ReturnType<typeof createDeliveries>, 'resume'>
  /** Returns whether requests may be sent to a URL. */
  isAllowed(url: string): Promise<boolean>
}

/** Names a webhook in the audit log, without the path and the query, which may contain a bot's token. */
const describeTarget = (url: string | undefined, format: WebhookFormat): string =>
  `${WEBHOOK_FORMAT_LABELS[format]} ${URL.parse(url ?? '')?.host ?? ''}`.trim()

const describeEvents = (events: readonly TeamEventName[]): string =>
  events.map((name) => TEAM_EVENTS[name].label).join('、')

/** Creates what super admins do with webhooks. */
export function createWebhooks(dependencies: Dependencies) {
  const { database, clock, audit, encryption, sendWebhook, settings, deliveries, isAllowed } = dependencies

  async function get(db: Queryable, id: string): Promise<WebhookRow> {
    const row = await findWebhook(db, id)
    if (!row) throw notFound(MESSAGES.notFound)
    return row
  }

  const toView = (row: WebhookRow, count: Awaited<ReturnType<typeof countDeliveries>>): Webhook =>
    toWebhook(row, {
      receiver: decryptReceiver(encryption, row),
      counts: {
        waiting: count(row.id, 'waiting'),
        delivered: count(row.id, 'delivered'),
        failed: count(row.id, 'failed'),
      },
    })

  async function getVersioned(id: string): Promise<{ value: Webhook; revision: number }> {
    const row = await get(database.read, id)
    return { value: toView(row, await countDeliveries(database.read)), revision: row.version }
  }

  async function assertAllowed(url: string, previousUrl?: string): Promise<void> {
    if (url !== previousUrl && !(await isAllowed(url))) throw invalidField('url', MESSAGES.refused)
  }

  /** Adds an active webhook inside the caller's transaction. Returns its id. */
  async function add(
    { db }: Transaction,
    receiver: StoredReceiver,
    { events, format }: Pick<WebhookCreate, 'events' | 'format'>,
  ): Promise<string> {
    const id = randomUUID()
    await insertWebhook(db, {
      id,
      receiverEncrypted: encryptReceiver(encryption, id, receiver),
      format,
      eventsJson: JSON.stringify(events),
      isActive: true,
      failingSince: null,
      switchedOffAt: null,
      createdAt: timestamp(clock),
    })
    return id
  }

  /** Replaces the receiver of a webhook, with an audit entry, inside the caller's transaction. */
  async function saveReceiver(
    transaction: Transaction,
    row: WebhookRow,
    receiver: StoredReceiver,
    { change = {}, actor, detail }: { change?: Parameters<typeof updateWebhook>[2]; actor: Actor; detail: string },
  ): Promise<void> {
    const { id, version } = row
    const receiverEncrypted = encryptReceiver(encryption, id, receiver)
    await updateWebhook(transaction.db, id, { ...change, receiverEncrypted, version: version + 1 })
    transaction.publish(OUTGOING_EVENTS_TOPIC)
    const target = describeTarget(receiver.url, change.format ?? row.format)
    await audit.record(transaction, { actor, action: 'webhook.update', target, detail })
  }

  /** Sends a message at once. Returns whether it was delivered, or why it wasn't. */
  async function send(receiver: Receiver, message: Message): Promise<WebhookTest> {
    try {
      const request = createWebhookRequest(receiver, message, clock.now())
      assertAccepted(receiver.format, await sendWebhook(request))
      return { isDelivered: true, message: '' }
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      return { isDelivered: false, message: error.message }
    }
  }

  /** Sends a test to some receivers at once. Returns the first failure, or that all have got it. */
  async function testAll(receivers: readonly Receiver[]): Promise<WebhookTest> {
    const { siteName } = await settings.getGeneral()
    const message = createTestMessage(randomUUID(), timestamp(clock), siteName)
    const outcomes = await Promise.all(receivers.map((receiver) => send(receiver, message)))
    return outcomes.find(({ isDelivered }) => !isDelivered) ?? { isDelivered: true, message: '' }
  }

  /** Lists the receivers of the active webhooks that are subscribed to an event. */
  async function listReceivers(name: TeamEventName): Promise<Receiver[]> {
    const rows = await listWebhooks(database.read)
    return rows
      .filter((row) => row.isActive && readEventNames(row).includes(name))
      .flatMap((row) => {
        const stored = decryptReceiver(encryption, row)
        return stored ? [toReceiver(stored, { format: row.format, now: timestamp(clock) })] : []
      })
  }

  return {
    send,
    listReceivers,

    /** Sends a test to the webhooks that are subscribed to an event; `null` if there is none. */
    async testSubscribed(name: TeamEventName): Promise<WebhookTest | null> {
      const receivers = await listReceivers(name)
      return receivers.length === 0 ? null : testAll(receivers)
    },

    /**
     * Adds the webhook of alarms that an earlier release kept among the settings, if there is one. Its receiver goes on
     * verifying with the key that was derived from `APP_SECRET`.
     */
    adoptFormerAlarmWebhook: (): Promise<void> =>
      database.write(async (transaction) => {
        const former = await settings.takeFormerAlarmWebhook(transaction)
        if (!former) return
        const { webhookUrl: url, webhookSecret, webhookFormat: format } = former
        const derivedKey = () => formatSigningKey(encryption.deriveKey('alarm-webhook'))
        const secret = format === 'json' ? derivedKey() : webhookSecret || null
        await add(transaction, { url, secret, previous: null }, { events: ['alarm.raised', 'alarm.resolved'], format })
      }),

    /** Returns how many webhooks were switched off because they had failed for a day. */
    countSwitchedOff: (): Promise<number> => countSwitchedOff(database.read),

    /** Lists all webhooks, oldest first, with the number of their deliveries. */
    async list(): Promise<Webhook[]> {
      const count = await countDeliveries(database.read)
      return (await listWebhooks(database.read)).map((row) => toView(row, count))
    },

    /** Returns a webhook with its version. Throws `notFound`. */
    get: getVersioned,

    /**
     * Adds a webhook. Returns its id and secret, which is shown only once. Throws `invalid` for a URL that isn't allowed,
     * `conflict` above the limit.
     */
    async create(
      { url, events, format, secret }: WebhookCreate,
      actor: Actor,
    ): Promise<{ id: string; secret: string | null }> {
      await assertAllowed(url)
      return writeOnce(database, async (transaction) => {
        await transaction.lockName(LOCK)
        if ((await countWebhooks(transaction.db)) >= MAX_WEBHOOKS) throw conflict(MESSAGES.tooMany(MAX_WEBHOOKS))
        const storedSecret = secret || (format === 'json' ? generateSigningKey() : null)
        const id = await add(transaction, { url, secret: storedSecret, previous: null }, { events, format })
        const target = describeTarget(url, format)
        await audit.record(transaction, { actor, action: 'webhook.create', target, detail: describeEvents(events) })
        return { id, secret: storedSecret }
      })
    },

    /**
     * Replaces a webhook; without a secret, the stored one remains if the format does. Switching it on again forgets its
     * failures. Throws `notFound`, `invalid`, and `versionConflict` if `ifMatch` names another version.
     */
    async update(
      id: string,
      input: WebhookUpdate,
      { actor, ifMatch }: { actor: Actor; ifMatch: string | undefined },
    ): Promise<{ value: Webhook; revision: number }> {
      const { url, events, format, isActive } = input
      await assertAllowed(url, decryptReceiver(encryption, await get(database.read, id))?.url)
      await database.write(async (transaction) => {
        const row = await get(transaction.db, id)
        if (!matchesRevision(ifMatch, row.version)) throw new AppError('versionConflict', MESSAGES.stale)
        const isSwitched = isActive !== row.isActive
        await saveReceiver(transaction, row, replaceSecret(row, decryptReceiver(encryption, row), input, clock.now()), {
          change: {
            format,
            eventsJson: JSON.stringify(events),
            isActive,
            ...(isSwitched && { failingSince: null, switchedOffAt: null }),
          },
          actor,
          detail: `${isActive ? '启用' : '停用'}；${describeEvents(events)}`,
        })
      })
      deliveries.resume(id)
      return getVersioned(id)
    },

    /** Deletes a webhook with its deliveries. Throws `notFound`. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const row = await get(transaction.db, id)
        await deleteWebhook(transaction.db, id)
        const target = describeTarget(decryptReceiver(encryption, row)?.url, row.format)
        await audit.record(transaction, { actor, action: 'webhook.remove', target })
      }),

    /**
     * Replaces the signing key of a `json` webhook by a generated one, which is returned; both sign for a day. Throws
     * `notFound`, `conflict` for a bot or an unreadable webhook.
     */
    replaceSecret: (id: string, actor: Actor): Promise<{ id: string; secret: string | null }> =>
      writeOnce(database, async (transaction) => {
        const row = await get(transaction.db, id)
        const stored = decryptReceiver(encryption, row)
        if (row.format !== 'json') throw conflict(MESSAGES.botSecret)
        if (!stored) throw conflict(MESSAGES.secretUnreadable)
        const secret = generateSigningKey()
        const receiver = replaceSecret(row, stored, { url: stored.url, format: row.format, secret }, clock.now())
        await saveReceiver(transaction, row, receiver, { actor, detail: '更换密钥' })
        return { id, secret }
      }),

    /** Sends a test at once, also to a webhook that is switched off. Throws `notFound`. */
    async test(id: string): Promise<WebhookTest> {
      const row = await get(database.read, id)
      const stored = decryptReceiver(encryption, row)
      if (!stored) return { isDelivered: false, message: MESSAGES.secretUnreadable }
      return testAll([toReceiver(stored, { format: row.format, now: timestamp(clock) })])
    },

    /** Lists the deliveries of a webhook, newest first. Throws `notFound`. */
    async listDeliveries(id: string, { page, status }: DeliveryQuery): Promise<ListPage<Delivery>> {
      await get(database.read, id)
      const limit = WEBHOOK_DELIVERIES_PER_PAGE
      const [rows, count] = await Promise.all([
        listDeliveries(database.read, id, { status, ...toRowRange(page, limit) }),
        countDeliveries(database.read),
      ])
      const statuses = status ? [status] : DELIVERY_STATUSES
      const total = statuses.map((name) => count(id, name)).reduce((sum, value) => sum + value, 0)
      return { items: rows.map(toDelivery), pagination: toPagination(page, limit, total) }
    },

    /**
     * Makes a delivery again at once, with all attempts available. Throws `notFound`, `conflict` if the webhook is
     * switched off, or the delivery was made or is being made.
     */
    async retry({ id, delivery }: { id: string; delivery: string }, actor: Actor): Promise<void> {
      await database.write(async (transaction) => {
        const row = await get(transaction.db, id)
        if (!row.isActive) throw conflict(MESSAGES.isOff)
        const key = { id: delivery, webhookId: id }
        if (!(await findDelivery(transaction.db, key))) throw notFound(MESSAGES.deliveryNotFound)
        const isRescheduled = await rescheduleDelivery(transaction.db, key, timestamp(clock))
        if (!isRescheduled) throw conflict(MESSAGES.alreadyDelivered)
        transaction.publish(OUTGOING_EVENTS_TOPIC)
        const target = describeTarget(decryptReceiver(encryption, row)?.url, row.format)
        await audit.record(transaction, { actor, action: 'webhook.retry', target, detail: delivery })
      })
      deliveries.resume(id)
    },
  }
}

/**
 * Returns a receiver with a new URL and, if given, a new secret. A replaced signing key signs for another day. A format
 * that changes keeps no secret: that of a bot is no signing key.
 */
function replaceSecret(
  { format: storedFormat }: Pick<WebhookRow, 'format'>,
  stored: StoredReceiver | undefined,
  { url, format, secret }: { url: string; format: WebhookFormat; secret?: string | undefined },
  now: Date,
): StoredReceiver {
  const kept = stored && format === storedFormat ? stored : { secret: null, previous: null }
  if (secret === undefined && kept.secret !== null) return { ...kept, url }
  const newSecret = secret || (format === 'json' ? generateSigningKey() : null)
  if (newSecret === kept.secret) return { ...kept, url }
  const until = new Date(now.getTime() + PREVIOUS_KEY_MS).toISOString()
  const previous = format === 'json' && kept.secret !== null ? { secret: kept.secret, until } : null
  return { url, secret: newSecret, previous }
}
