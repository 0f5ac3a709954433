import { expect, it } from 'vitest'
import { INQUIRY_ROW, INVITATION_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '014-inquiries',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
    },
  },
  (migrated) => {
    it('stores inquiries with their answers, which are deleted with the owner', async () => {
      const { db } = migrated
      await db
        .insertInto('inquiries')
        .values({ ...INQUIRY_ROW, deadline: AT, publishedAt: AT, keyEncrypted: 'key' })
        .execute()
      await db
        .insertInto('inquiryInvitations')
        .values({
          ...INVITATION_ROW,
          product: 'p',
          email: 'sales@example.com',
          tokenHash: 'hash',
          linkExpiresAt: AT,
          sentAt: AT,
        })
        .execute()
      const answer = { invitationId: 'v', question: 'q', version: 1, contentEncrypted: 'sealed', updatedAt: AT }
      await db.insertInto('inquiryAnswers').values(answer).execute()
      expect(await db.selectFrom('inquiryAnswers').selectAll().execute()).toEqual([answer])
      await db.deleteFrom('users').where('id', '=', 'u').execute()
      expect(await db.selectFrom('inquiryAnswers').selectAll().execute()).toEqual([])
    })
  },
)
