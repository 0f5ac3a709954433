import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '024-submission-screenshots',
    async insertRows(db) {
      await sql`insert into submission_files (id, file_key, submission_id, position, name, mimetype, size, created_at)
        values ('f1', 'private/submissions/f1.png', 's1', 0, '界面.png', 'image/png', 9, '2026-11-21T02:00:00.000Z')`.execute(
        db,
      )
    },
  },
  (migrated) => {
    it('leaves existing files without a caption, as attachments', async () => {
      const rows = await migrated.db.selectFrom('submissionFiles').select(['id', 'caption']).execute()
      expect(rows).toEqual([{ id: 'f1', caption: null }])
    })
  },
)
