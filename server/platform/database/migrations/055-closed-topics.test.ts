import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

testMigration(
  {
    name: '055-closed-topics',
    async insertRows(db) {
      await sql`insert into changes (name, revision) values ('settings:legal', 3), ('catalogue:agent', 7),
        ('shortlist:4b1c', 2), ('shortlists:u1', 0), ('member-reviews', 0), ('member-reviews:ai', 4)`.execute(db)
    },
  },
  (migrated) => {
    it('keeps the revisions of topics, and removes shortlists and locks', async () => {
      const rows = await migrated.db.selectFrom('changes').selectAll().orderBy('name').execute()
      expect(rows).toEqual([
        { name: 'catalogue:agent', revision: 7 },
        { name: 'member-reviews:ai', revision: 4 },
        { name: 'settings:legal', revision: 3 },
      ])
    })
  },
)
