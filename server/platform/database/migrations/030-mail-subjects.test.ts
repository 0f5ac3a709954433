import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '030-mail-subjects',
    async insertRows(db) {
      const mail = {
        id: 'm',
        kind: 'inquiryNotice',
        toName: '',
        toEmail: 'sales@example.com',
        subject: '征询有补遗',
        bodyEncrypted: null,
        status: 'waiting',
        attempts: 0,
        lastError: '',
        createdAt: '2026-11-30T02:00:00.000Z',
      } as const
      await db.insertInto('outbox').values(mail).execute()
    },
  },
  (migrated) => {
    it('does not know what earlier mails are about', async () => {
      expect(await migrated.db.selectFrom('outbox').select(['id', 'aboutId']).execute()).toEqual([
        { id: 'm', aboutId: null },
      ])
    })
  },
)
