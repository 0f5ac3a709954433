import { expect, it } from 'vitest'
import { INQUIRY_ROW, INVITATION_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '062-invitation-submitters',
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
    it('knows no account of what was handed in before, and forgets one that is deleted', async () => {
      const { db } = migrated
      const list = () => db.selectFrom('inquiryInvitations').select(['status', 'submitterId']).execute()
      expect(await list()).toEqual([{ status: 'submitted', submitterId: null }])
      const submitter = { ...USER_ROW, id: 's', email: 's@example.com', localPart: 's' }
      await db.insertInto('users').values(submitter).execute()
      await db.updateTable('inquiryInvitations').set({ submitterId: submitter.id }).execute()
      await db.deleteFrom('users').where('id', '=', submitter.id).execute()
      expect(await list()).toEqual([{ status: 'submitted', submitterId: null }])
    })
  },
)
