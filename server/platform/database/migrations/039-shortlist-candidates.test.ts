import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const REQUIREMENTS = [{ attribute: 'sso', values: ['yes'] }]

testMigration(
  {
    name: '039-shortlist-candidates',
    insertRows: async (db) => {
      await sql`insert into shortlists (id, catalogue, title, notes, musts_json, wants_json, is_notified, created_at,
        updated_at) values ('l1', 'agent', '客服', '', ${JSON.stringify(REQUIREMENTS)}, '[]', false, ${AT}, ${AT})`.execute(
        db,
      )
    },
  },
  (migrated) => {
    it('leaves existing shortlists without candidates, and keeps their requirements', async () => {
      const rows = await migrated.db.selectFrom('shortlists').select(['id', 'requiredJson', 'candidatesJson']).execute()
      expect(rows).toEqual([{ id: 'l1', requiredJson: REQUIREMENTS, candidatesJson: [] }])
    })
  },
)
