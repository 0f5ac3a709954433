import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-12-01T09:00:00.000Z'
const DEADLINE = '2026-12-22T09:00:00.000Z'
const REMINDED = '2026-12-20T09:00:00.000Z'

testMigration(
  {
    name: '052-inquiry-reminders',
    async insertRows(db) {
      await db
        .insertInto('users')
        .values({
          id: 'owner',
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
      for (const status of ['open', 'closed'] as const) {
        await db
          .insertInto('inquiries')
          .values({
            id: status,
            ownerId: 'owner',
            status,
            contentsJson: '{}',
            deadline: DEADLINE,
            secondOpener: '',
            publishedVersion: 1,
            publishedAt: AT,
            keyEncrypted: null,
            confirmationsJson: '[]',
            openedAt: null,
            closedAt: null,
            createdAt: AT,
            updatedAt: AT,
          })
          .execute()
        for (const sentAt of [AT, null])
          await db
            .insertInto('inquiryInvitations')
            .values({
              id: `${status}-${sentAt === null ? 'unsent' : 'sent'}`,
              inquiryId: status,
              product: 'p',
              email: `${status}@example.com`,
              status: 'sent',
              statusAt: AT,
              tokenHash: null,
              linkExpiresAt: null,
              sentAt,
              submittedAt: null,
              submittedVersion: null,
              withdrawnAt: null,
              submissionEncrypted: null,
              submissionHash: null,
              outcome: null,
              outcomeText: '',
              createdAt: AT,
            })
            .execute()
      }
    },
  },
  (migrated) => {
    it('reminds the vendors who were invited to inquiries that are out', async () => {
      const { db } = migrated
      expect(await db.selectFrom('inquiries').select('isReminding').execute()).toEqual([
        { isReminding: true },
        { isReminding: true },
      ])
      const rows = await db
        .selectFrom('inquiryInvitations')
        .select(['id', 'reminderDueAt', 'remindedAt'])
        .orderBy('id')
        .execute()
      expect(rows.map(({ id, reminderDueAt }) => [id, reminderDueAt])).toEqual([
        ['closed-sent', null],
        ['closed-unsent', null],
        ['open-sent', REMINDED],
        ['open-unsent', null],
      ])
      expect(rows.every(({ remindedAt }) => remindedAt === null)).toBe(true)
    })
  },
)
