import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DeliveryStatus } from '#contracts/outbox/webhook.ts'
import { getLatestPossibleTime } from '#server/platform/clock.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type {
  OutgoingEventsTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from '#server/platform/database/tables/outbox.ts'
import { LEASE_MS, MAX_RETRY_DELAY_MS } from '#server/platform/retry-policy.ts'

export type WebhookRow = Selectable<WebhooksTable>
export type DeliveryRow = Selectable<WebhookDeliveriesTable>
export type EventRow = Selectable<OutgoingEventsTable>
/** A delivery with its event. */
export type DeliveryWithEvent = DeliveryRow & Pick<EventRow, 'name' | 'dataJson'> & { happenedAt: string }

export const listWebhooks = (db: Queryable): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('createdAt').orderBy('id').execute()

export const findWebhook = (db: Queryable, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()

export const countWebhooks = (db: Queryable): Promise<number> => countRows(db.selectFrom('webhooks'))

export const countSwitchedOff = (db: Queryable): Promise<number> =>
  countRows(db.selectFrom('webhooks').where('switchedOffAt', 'is not', null))

export const insertWebhook = (db: Queryable, row: Insertable<WebhooksTable>) =>
  db.insertInto('webhooks').values(row).execute()

export const updateWebhook = (db: Queryable, id: string, change: Updateable<WebhooksTable>) =>
  db.updateTable('webhooks').set(change).where('id', '=', id).execute()

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = (db: Queryable, id: string) => db.deleteFrom('webhooks').where('id', '=', id).execute()

export const insertEvent = (db: Queryable, row: Insertable<OutgoingEventsTable>) =>
  db.insertInto('outgoingEvents').values(row).execute()

export const hasEvent = (db: Queryable, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('outgoingEvents').select('id').where('id', '=', id))

export const insertDeliveries = (db: Queryable, rows: readonly Insertable<WebhookDeliveriesTable>[]) =>
  db.insertInto('webhookDeliveries').values(rows).execute()

/** A lease or an attempt later than possible is from a clock that was ahead: such a delivery is due, and nobody makes it. */
const isFree = (now: string) =>
  sql<boolean>`(webhook_deliveries.leased_until is null or webhook_deliveries.leased_until <= ${now}
    or webhook_deliveries.leased_until > ${getLatestPossibleTime(now, LEASE_MS)})`

const isDue = (now: string) =>
  sql<boolean>`webhook_deliveries.status = 'waiting' and (webhook_deliveries.next_attempt_at <= ${now}
    or webhook_deliveries.next_attempt_at > ${getLatestPossibleTime(now, MAX_RETRY_DELAY_MS)}) and ${isFree(now)}`

/** Lists the active webhooks with due deliveries. */
export const listDueWebhooks = async (db: Queryable, now: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('isActive', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhookDeliveries')
          .select('webhookDeliveries.id')
          .whereRef('webhookDeliveries.webhookId', '=', 'webhooks.id')
          .where(isDue(now)),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Leases up to `limit` due deliveries of a webhook, longest due first, so that no other node makes them. */
export async function leaseDeliveries(
  db: Queryable,
  webhookId: string,
  { now, lease, until, limit }: { now: string; lease: string; until: string; limit: number },
): Promise<DeliveryWithEvent[]> {
  const due = db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('webhookId', '=', webhookId)
    .where(isDue(now))
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
  await db
    .updateTable('webhookDeliveries')
    .set({ lease, leasedUntil: until })
    .where('id', 'in', due)
    // Checked again for PostgreSQL, where another node may have leased a selected delivery in the meantime.
    .where(isDue(now))
    .execute()
  return db
    .selectFrom('webhookDeliveries')
    .innerJoin('outgoingEvents', 'outgoingEvents.id', 'webhookDeliveries.eventId')
    .selectAll('webhookDeliveries')
    .select(['outgoingEvents.name', 'outgoingEvents.dataJson', 'outgoingEvents.createdAt as happenedAt'])
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'waiting')
    .where('lease', '=', lease)
    .orderBy('nextAttemptAt')
    .orderBy('webhookDeliveries.id')
    .execute()
}

/** Stores the outcome of an attempt and ends the lease, unless another node has leased the delivery since. */
export const finishDelivery = (
  db: Queryable,
  { id, lease }: { id: string; lease: string | null },
  change: Omit<Updateable<WebhookDeliveriesTable>, 'id' | 'lease' | 'leasedUntil'>,
) =>
  db
    .updateTable('webhookDeliveries')
    .set({ ...change, lease: null, leasedUntil: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()

/** Ends what waits for a webhook, which won't be delivered. */
export const failWaitingDeliveries = (db: Queryable, webhookId: string, now: string, error: string) =>
  db
    .updateTable('webhookDeliveries')
    .set({ status: 'failed', nextAttemptAt: null, finishedAt: now, error, lease: null, leasedUntil: null })
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()

/** Makes a delivery due now with all attempts available. Returns whether it exists and hasn't been made. */
export async function rescheduleDelivery(
  db: Queryable,
  { id, webhookId }: Pick<DeliveryRow, 'id' | 'webhookId'>,
  now: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('webhookDeliveries')
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now, finishedAt: null, lease: null, leasedUntil: null })
    .where('id', '=', id)
    .where('webhookId', '=', webhookId)
    .where('status', '!=', 'delivered')
    .where(isFree(now))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export const findDelivery = (db: Queryable, { id, webhookId }: Pick<DeliveryRow, 'id' | 'webhookId'>) =>
  db
    .selectFrom('webhookDeliveries')
    .select(['status'])
    .where('id', '=', id)
    .where('webhookId', '=', webhookId)
    .executeTakeFirst()

const selectDeliveries = (db: Queryable, webhookId: string, status: DeliveryStatus | undefined) => {
  const query = db.selectFrom('webhookDeliveries').where('webhookId', '=', webhookId)
  return status === undefined ? query : query.where('status', '=', status)
}

/** Lists the deliveries of a webhook, newest first, those with one status if given. */
export const listDeliveries = (
  db: Queryable,
  webhookId: string,
  { status, limit, offset }: RowRange & { status: DeliveryStatus | undefined },
): Promise<(DeliveryRow & Pick<EventRow, 'name'>)[]> =>
  selectDeliveries(db, webhookId, status)
    .innerJoin('outgoingEvents', 'outgoingEvents.id', 'webhookDeliveries.eventId')
    .selectAll('webhookDeliveries')
    .select('outgoingEvents.name')
    .orderBy('webhookDeliveries.createdAt', 'desc')
    .orderBy('webhookDeliveries.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Returns the number of deliveries by webhook and status. */
export const countDeliveries = async (db: Queryable) => {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select(['webhookId', 'status', sql<number>`count(*)`.as('count')])
    .groupBy(['webhookId', 'status'])
    .execute()
  return (webhookId: string, status: DeliveryStatus): number =>
    Number(rows.find((row) => row.webhookId === webhookId && row.status === status)?.count ?? 0)
}

/** Lists those of some events that haven't reached every active webhook yet. */
export const listUndeliveredEvents = async (db: Queryable, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
    .select('eventId')
    .distinct()
    .where('eventId', 'in', [...ids])
    .where('status', '=', 'waiting')
    .where('isActive', '=', true)
    .execute()
  return rows.map(({ eventId }) => eventId)
}

/** Deletes up to `limit` events that happened before a time, with their deliveries. Returns their number. */
export async function deleteEventsBefore(db: Queryable, before: string, limit: number): Promise<number> {
  const expired = db.selectFrom('outgoingEvents').select('id').where('createdAt', '<', before).limit(limit)
  const deleted = await db.deleteFrom('outgoingEvents').where('id', 'in', expired).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
