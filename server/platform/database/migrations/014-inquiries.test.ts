import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '014-inquiries',
    async insertRows(db) {
      await db
        .insertInto('users')
        .values({
          id: 'u',
          email: 'a@example.com',
          localPart: 'a',
          name: '张三',
          role: 'member',
          status: 'active',
          company: '',
          position: '',
          phone: '',
          passwordHash: '',
          isPasswordTemporary: false,
          searchText: '',
          createdAt: AT,
          updatedAt: AT,
        })
        .execute()
    },
  },
  (migrated) => {
    it('stores inquiries with their answers, which are deleted with the owner', async () => {
      const { db } = migrated
      await db
        .insertInto('inquiries')
        .values({
          id: 'i',
          ownerId: 'u',
          status: 'open',
          contentsJson: '{}',
          secondOpener: '',
          publishedVersion: 1,
          confirmationsJson: '[]',
          deadline: AT,
          publishedAt: AT,
          keyEncrypted: 'key',
          openedAt: null,
          closedAt: null,
          createdAt: AT,
          updatedAt: AT,
        })
        .execute()
      await db
        .insertInto('inquiryInvitations')
        .values({
          id: 'v',
          inquiryId: 'i',
          product: 'p',
          email: 'sales@example.com',
          status: 'sent',
          statusAt: AT,
          tokenHash: 'hash',
          linkExpiresAt: AT,
          sentAt: AT,
          submittedAt: null,
          submittedVersion: null,
          submissionEncrypted: null,
          submissionHash: null,
          outcome: null,
          outcomeText: '',
          createdAt: AT,
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
