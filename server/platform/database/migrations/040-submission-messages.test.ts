import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { SUBMISSION } from '#testing/factories/submissions.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '040-submission-messages',
    async insertRows(db) {
      const { agreeToTerms: _, ...fields } = SUBMISSION
      await db
        .insertInto('submissions')
        .values({
          ...fields,
          id: 's',
          receipt: 'ZJ-1',
          ordinal: 1,
          category: '其他',
          status: 'pending',
          reviewNotes: '',
          vendorNotes: '',
          checklistJson: '[]',
          searchText: '',
          searchTextWithoutContacts: '',
          version: 1,
          createdAt: AT,
          updatedAt: AT,
        })
        .execute()
    },
  },
  (migrated) => {
    it('knows no unread messages of earlier submissions, and deletes messages with theirs', async () => {
      const { db } = migrated
      expect(await db.selectFrom('submissions').select('unreadMessages').execute()).toEqual([{ unreadMessages: 0 }])
      const message = { id: 'm', submissionId: 's', isFromVendor: true, authorId: null, authorName: null, text: '在吗' }
      await db
        .insertInto('submissionMessages')
        .values({ ...message, createdAt: AT })
        .execute()
      await db.deleteFrom('submissions').where('id', '=', 's').execute()
      expect(await db.selectFrom('submissionMessages').selectAll().execute()).toEqual([])
    })
  },
)
