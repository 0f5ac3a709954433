import { expect, it } from 'vitest'
import { INQUIRY_ROW, INVITATION_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '020-withdrawals',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
      await db.insertInto('inquiries').values(INQUIRY_ROW).execute()
      await db
        .insertInto('inquiryInvitations')
        .values({ ...INVITATION_ROW, status: 'submitted', submittedAt: AT })
        .execute()
    },
  },
  (migrated) => {
    it('knows of no withdrawal before', async () => {
      expect(await migrated.db.selectFrom('inquiryInvitations').select(['status', 'withdrawnAt']).execute()).toEqual([
        { status: 'submitted', withdrawnAt: null },
      ])
    })
  },
)
