import { expect, it } from 'vitest'
import { INQUIRY_ROW, INVITATION_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
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
        .values({ ...USER_ROW, id: 'owner' })
        .execute()
      for (const status of ['open', 'closed'] as const) {
        await db
          .insertInto('inquiries')
          .values({ ...INQUIRY_ROW, id: status, ownerId: 'owner', status, deadline: DEADLINE, publishedAt: AT })
          .execute()
        for (const sentAt of [AT, null])
          await db
            .insertInto('inquiryInvitations')
            .values({
              ...INVITATION_ROW,
              id: `${status}-${sentAt === null ? 'unsent' : 'sent'}`,
              inquiryId: status,
              product: 'p',
              email: `${status}@example.com`,
              sentAt,
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
