import { expect, it } from 'vitest'
import { SUBMISSION_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '034-returned-submissions',
    async insertRows(db) {
      await db.insertInto('submissions').values(SUBMISSION_ROW).execute()
      const file = { fileKey: 'private/f', submissionId: 's', position: 0, name: 'a.pdf', mimetype: 'application/pdf' }
      await db
        .insertInto('submissionFiles')
        .values({ ...file, id: 'f', size: 1, caption: null, createdAt: AT })
        .execute()
    },
  },
  (migrated) => {
    it('knows no return of earlier submissions, which keep their files', async () => {
      const columns = ['status', 'reasonsJson', 'correctedAt', 'dueFrom'] as const
      const { id } = SUBMISSION_ROW
      expect(await migrated.db.selectFrom('submissions').select(columns).where('id', '=', id).execute()).toEqual([
        { status: 'pending', reasonsJson: [], correctedAt: null, dueFrom: null },
      ])
      expect(await migrated.db.selectFrom('submissionFiles').select(['id', 'replacedAt']).execute()).toEqual([
        { id: 'f', replacedAt: null },
      ])
    })

    it('deletes the versions of a submission with it', async () => {
      const submissionId = 'deleted'
      const submission = { ...SUBMISSION_ROW, id: submissionId, receipt: 'ZJ-2', ordinal: 2 }
      await migrated.db.insertInto('submissions').values(submission).execute()
      const version = { submissionId, number: 1, contentsJson: '{}', reasonsJson: '[]' }
      await migrated.db
        .insertInto('submissionVersions')
        .values({ ...version, returnedAt: AT, returnedBy: null, returnedByName: null, correctedAt: AT })
        .execute()
      await migrated.db.deleteFrom('submissions').where('id', '=', submissionId).execute()
      expect(await migrated.db.selectFrom('submissionVersions').selectAll().execute()).toEqual([])
    })
  },
)
