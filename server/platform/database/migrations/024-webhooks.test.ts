import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration({ name: '024-webhooks', insertRows: async () => {} }, (migrated) => {
  it('stores deliveries, which are deleted with their webhook', async () => {
    const { db } = migrated
    await db
      .insertInto('outgoingEvents')
      .values({ id: 'e', name: 'lead.created', dataJson: '{}', createdAt: AT })
      .execute()
    await db
      .insertInto('webhooks')
      .values({
        id: 'w',
        receiverEncrypted: 'sealed',
        format: 'json',
        eventsJson: '["lead.created"]',
        isActive: true,
        failingSince: null,
        switchedOffAt: null,
        createdAt: AT,
      })
      .execute()
    await db
      .insertInto('webhookDeliveries')
      .values({
        id: 'd',
        webhookId: 'w',
        eventId: 'e',
        status: 'waiting',
        attempts: 0,
        nextAttemptAt: AT,
        lease: null,
        leasedUntil: null,
        replyStatus: null,
        error: '',
        createdAt: AT,
        finishedAt: null,
      })
      .execute()
    await db.deleteFrom('webhooks').where('id', '=', 'w').execute()
    expect(await db.selectFrom('webhookDeliveries').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('outgoingEvents').select('id').execute()).toEqual([{ id: 'e' }])
  })
})
