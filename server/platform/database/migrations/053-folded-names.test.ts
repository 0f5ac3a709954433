import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const NAMES = { p1: 'AgentScope', p2: 'ＡｇｅｎｔＳｃｏｐｅ', p3: '智鉴 \u3000（企业版）' }

testMigration(
  {
    name: '053-folded-names',
    async insertRows(db) {
      for (const [id, name] of Object.entries(NAMES))
        await sql`insert into products (id, catalogue, name, slogan, description, category, price, is_active, position,
          company, contact_email, views, details_json, version, number, change, created_at, updated_at)
          values (${id}, 'agent', ${name}, '', '', '', '', ${sql.lit(true)}, 1, '', '', 0, '{}', 1,
          ${Number(id.slice(1))}, 1, ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('folds the names of products, and keeps those that look alike', async () => {
      const rows = await migrated.db.selectFrom('products').select(['id', 'name', 'foldedName']).orderBy('id').execute()
      expect(rows).toEqual([
        { id: 'p1', name: NAMES.p1, foldedName: 'agentscope' },
        { id: 'p2', name: NAMES.p2, foldedName: 'agentscope' },
        { id: 'p3', name: NAMES.p3, foldedName: '智鉴 (企业版)' },
      ])
    })
  },
)
