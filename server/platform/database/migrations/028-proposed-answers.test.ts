import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '028-proposed-answers',
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
          createdAt: AT,
          updatedAt: AT,
        })
        .execute()
      await db
        .insertInto('inquiryInvitations')
        .values({
          id: 'v',
          inquiryId: 'i',
          product: 'p1',
          email: 'sales@vendor.example',
          status: 'submitted',
          statusAt: AT,
          submittedAt: AT,
          outcomeText: '',
          createdAt: AT,
        })
        .execute()
    },
  },
  (migrated) => {
    it('proposes nothing of what was opened before', async () => {
      expect(await migrated.db.selectFrom('inquiryInvitations').select(['status', 'proposalDueAt']).execute()).toEqual([
        { status: 'submitted', proposalDueAt: null },
      ])
    })
  },
)
