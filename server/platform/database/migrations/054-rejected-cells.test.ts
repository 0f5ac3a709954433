import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '054-rejected-cells',
    async insertRows(db) {
      await sql`insert into product_imports (id, catalogue, status, file_name, known, columns_json, user_id, fingerprint,
        changes, fact_changes, planned_rows, counts_json, applied_rows, applied_ordinal, started_at, heartbeat_at) values
        ('i1', 'agent', 'planned', '产品.xlsx', 'update', '{}', 'u1', '', 0, 0, 1, '{}', 0, 0, ${AT}, ${AT})`.execute(
        db,
      )
      await sql`insert into product_import_rows (import_id, ordinal, "row", action, name, notes_json)
        values ('i1', 1, 2, 'reject', '产品', '{}')`.execute(db)
    },
  },
  (migrated) => {
    it('keeps earlier rows, whose cells are unknown', async () => {
      const rows = await migrated.db.selectFrom('productImportRows').select(['name', 'cellsJson']).execute()
      expect(rows).toEqual([{ name: '产品', cellsJson: null }])
    })
  },
)
