/** Events on their way to webhooks. */
import type { Generated } from 'kysely'
import type { TeamEventName } from '#contracts/outbox/team-events.ts'
import type { DeliveryStatus } from '#contracts/outbox/webhook.ts'
import type { WebhookFormat } from '#contracts/outbox/webhook-formats.ts'
import type { Json } from './json.ts'

export type OutboxTables = {
  outgoingEvents: OutgoingEventsTable
  webhooks: WebhooksTable
  webhookDeliveries: WebhookDeliveriesTable
}

/** An event that a webhook or one of the staff was subscribed to when it happened. */
export type OutgoingEventsTable = { id: string; name: TeamEventName; dataJson: Json; createdAt: string }

export type WebhooksTable = {
  id: string
  /** URL and secrets, encrypted with `APP_SECRET`: whoever knows the URL of a group's bot can post to the group. */
  receiverEncrypted: string
  format: WebhookFormat
  eventsJson: Json
  isActive: boolean
  /** When the first of the failures since the last success happened. */
  failingSince: string | null
  /** When it was switched off because it failed for a day; `null` if a person did it, or it is active. */
  switchedOffAt: string | null
  version: Generated<number>
  createdAt: string
}

/** One event for one webhook. `lease` is that of the node which sends it. */
export type WebhookDeliveriesTable = {
  id: string
  webhookId: string
  eventId: string
  status: DeliveryStatus
  /** The number of finished attempts. */
  attempts: number
  nextAttemptAt: string | null
  lease: string | null
  leasedUntil: string | null
  replyStatus: number | null
  error: string
  createdAt: string
  finishedAt: string | null
}
