import { z } from 'zod'
import { TEAM_EVENT_NAMES, type TeamEventName } from '#contracts/outbox/team-events.ts'
import type { Delivery, Webhook } from '#contracts/outbox/webhook.ts'
import type { StoredReceiver } from './receivers.ts'
import type { DeliveryRow, EventRow, WebhookRow } from './store.ts'

/** Names of events that no longer exist are left out. */
const StoredNamesSchema = z
  .array(z.string())
  .transform((stored): TeamEventName[] => TEAM_EVENT_NAMES.filter((name) => stored.includes(name)))

export const readEventNames = ({ eventsJson }: Pick<WebhookRow, 'eventsJson'>): TeamEventName[] =>
  StoredNamesSchema.parse(eventsJson)

/** Returns a webhook for the screen. Without `receiver`, its URL can't be decrypted. */
export const toWebhook = (
  row: WebhookRow,
  { receiver, counts }: { receiver: StoredReceiver | undefined; counts: Webhook['counts'] },
): Webhook => ({
  id: row.id,
  url: receiver?.url ?? '',
  events: readEventNames(row),
  format: row.format,
  hasSecret: receiver !== undefined && receiver.secret !== null,
  isActive: row.isActive,
  failingSince: row.failingSince,
  switchedOffAt: row.switchedOffAt,
  createdAt: row.createdAt,
  counts,
  version: row.version,
})

export const toDelivery = (row: DeliveryRow & Pick<EventRow, 'name'>): Delivery => ({
  id: row.id,
  event: row.name,
  eventId: row.eventId,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.createdAt,
  nextAttemptAt: row.nextAttemptAt,
  finishedAt: row.finishedAt,
  replyStatus: row.replyStatus,
  error: row.error,
})
