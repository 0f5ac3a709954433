import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { findAuthorship } from '../find-authorship.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '058-last-savers',
    async insertRows(db) {
      await sql`insert into settings (part, value_json, updated_at) values ('general', '{}', ${AT})`.execute(db)
      await sql`insert into users (id, email, local_part, name, password_hash, role, status, company, position, phone,
        search_text, created_at, updated_at) values ('u1', 'li@example.com', 'li', '李明', '', 'editor', 'active', '', '',
        '', '', ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('names nobody for rows that were saved before', async () => {
      for (const [table, key] of [
        ['settings', 'general'],
        ['users', 'u1'],
      ] as const)
        expect(await findAuthorship(migrated.db, table, key)).toEqual({ createdAt: AT, createdBy: null })
    })

    it.each(['products', 'leads', 'submissions'] as const)('adds the column to %s', async (table) => {
      expect(await migrated.db.selectFrom(table).select('updatedBy').execute()).toEqual([])
    })
  },
)
