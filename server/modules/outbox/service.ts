import { randomUUID } from 'node:crypto'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { WEBHOOK_DELIVERY_DAYS } from '#contracts/limits.ts'
import type { EventData, PersonalEventName } from '#contracts/outbox/event-table.ts'
import type { TeamEventName } from '#contracts/outbox/team-events.ts'
import { WEBHOOK_FORMAT_LABELS } from '#contracts/outbox/webhook-formats.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { InboxService } from '#server/modules/inbox/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import type { SendWebhook } from '#server/platform/webhook.ts'
import { createDeliveries } from './deliveries.ts'
import { getReceiverPurpose } from './receivers.ts'
import {
  deleteEventsBefore,
  hasEvent,
  insertDeliveries,
  insertEvent,
  listUndeliveredEvents,
  listWebhooks,
  updateWebhook,
} from './store.ts'
import { readEventNames } from './view.ts'
import { createEventMessage, type Receiver } from './webhook-requests.ts'
import { createWebhooks, OUTGOING_EVENTS_TOPIC } from './webhooks.ts'

export type { Receiver }
export { OUTGOING_EVENTS_TOPIC }
export type OutboxService = ReturnType<typeof createOutboxService>

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  inbox: Pick<InboxService, 'add' | 'subscriptions'>
  encryption: Encryption
  settings: Pick<SettingsService, 'getGeneral' | 'takeFormerAlarmWebhook'>
  sendWebhook: SendWebhook
  /** Returns whether requests may be sent to a URL. */
  isAllowed(url: string): Promise<boolean>
}

/**
 * Creates the outbox of events: each is recorded in the transaction that causes it, and then delivered to every webhook
 * that is subscribed to it, at least once and in no particular order.
 */
export function createOutboxService(dependencies: Dependencies) {
  const { database, clock, audit, inbox, encryption } = dependencies
  const createId = createOrderedIds(clock)
  const deliveries = createDeliveries({
    ...dependencies,
    onSwitchedOff: (transaction, webhook) =>
      audit.record(transaction, {
        actor: null,
        action: 'webhook.switch-off',
        target: WEBHOOK_FORMAT_LABELS[webhook.format],
        detail: ADMIN_PAGES.webhooks,
      }),
  })
  const webhooks = createWebhooks({ ...dependencies, deliveries })

  return {
    webhooks,
    deliveries,

    /**
     * Records an event inside the transaction that causes it, for the webhooks and the staff who are subscribed to it now.
     * `id` is the event's own, if it has one: receivers recognise by it what they have got before.
     */
    async record<Name extends TeamEventName>(
      transaction: Transaction,
      name: Name,
      data: EventData<Name>,
      { id = randomUUID() }: { id?: string } = {},
    ): Promise<void> {
      const { db, publish } = transaction
      const told = await inbox.subscriptions.tell(transaction, { id, name, data })
      const subscribed = (await listWebhooks(db)).filter((row) => row.isActive && readEventNames(row).includes(name))
      if (subscribed.length + told === 0) return
      const createdAt = timestamp(clock)
      await insertEvent(db, { id, name, dataJson: JSON.stringify(data), createdAt })
      if (subscribed.length === 0) return
      await insertDeliveries(
        db,
        subscribed.map((webhook) => ({
          id: createId(),
          webhookId: webhook.id,
          eventId: id,
          status: 'waiting' as const,
          attempts: 0,
          nextAttemptAt: createdAt,
          lease: null,
          leasedUntil: null,
          replyStatus: null,
          error: '',
          createdAt,
          finishedAt: null,
        })),
      )
      publish(OUTGOING_EVENTS_TOPIC)
    },

    /**
     * Records an event that concerns single persons in their inboxes, inside the transaction that causes it. Of an event
     * with an `id` of its own, nobody is told twice.
     */
    recordFor: <Name extends PersonalEventName>(
      transaction: Transaction,
      userIds: readonly string[],
      { id, name, data }: { id?: string; name: Name; data: EventData<Name> },
    ): Promise<void> => inbox.add(transaction, userIds, { id, name, data }),

    /** Returns whether an event was recorded, inside the caller's transaction; not if nobody was subscribed. */
    hasRecorded: ({ db }: Transaction, id: string): Promise<boolean> => hasEvent(db, id),

    /**
     * Sends an event at once to receivers that were listed before, without the database, as while it is unavailable.
     * Returns those that haven't got it.
     */
    async sendDirectly<Name extends TeamEventName>(
      receivers: readonly Receiver[],
      event: { id: string; name: Name; data: EventData<Name>; siteName: string },
    ): Promise<Receiver[]> {
      const message = createEventMessage({ ...event, createdAt: timestamp(clock) }, event.siteName)
      const outcomes = await Promise.all(receivers.map((receiver) => webhooks.send(receiver, message)))
      return receivers.filter((_, index) => outcomes[index]?.isDelivered !== true)
    },

    /** Makes the webhook of alarms that an earlier release kept among the settings one of the webhooks. */
    adoptFormerAlarmWebhook: webhooks.adoptFormerAlarmWebhook,

    /** Returns those of some events that an active webhook hasn't got yet. */
    listUndelivered: (ids: readonly string[]): Promise<string[]> => listUndeliveredEvents(database.read, ids),

    /** Deletes events whose retention has ended, with their deliveries. */
    async deleteExpired(): Promise<void> {
      const before = new Date(clock.now().getTime() - WEBHOOK_DELIVERY_DAYS * DAY_MS).toISOString()
      await deleteInBatches(database, ({ db }, limit) => deleteEventsBefore(db, before, limit))
    },

    /**
     * Encrypts the receivers with the current `APP_SECRET` that a previous one encrypted. Returns their number.
     */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let count = 0
        for (const { id, receiverEncrypted } of await listWebhooks(db)) {
          const reencrypted = encryption.reencrypt(receiverEncrypted, getReceiverPurpose(id))
          if (reencrypted === undefined) continue
          await updateWebhook(db, id, { receiverEncrypted: reencrypted })
          count += 1
        }
        return count
      }),
  }
}
