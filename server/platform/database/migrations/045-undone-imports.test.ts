import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '045-undone-imports',
    insertRows: async (db) => {
      await sql`insert into product_imports (id, catalogue, status, file_name, known, columns_json, user_id, fingerprint,
        changes, fact_changes, planned_rows, counts_json, applied_rows, applied_ordinal, started_at, heartbeat_at) values
        ('i1', 'agent', 'done', '产品.xlsx', 'update', '{}', 'u1', '', 0, 0, 3, '{}', 3, 3, ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('keeps earlier imports open, which cannot be undone', async () => {
      const rows = await migrated.db
        .selectFrom('productImports')
        .select(['id', 'isUndoable', 'isClosed', 'undoRemoved', 'undoRestored', 'undoSkipped', 'undoOrdinal'])
        .execute()
      const nothing = { undoRemoved: 0, undoRestored: 0, undoSkipped: 0, undoOrdinal: null }
      expect(rows).toEqual([{ id: 'i1', isUndoable: false, isClosed: false, ...nothing }])
    })

    it('deletes the recorded changes with their import', async () => {
      const { db } = migrated
      await db
        .insertInto('productImportChanges')
        .values({
          id: 'i1-1',
          importId: 'i1',
          ordinal: 1,
          productId: 'p1',
          name: '产品',
          beforeJson: null,
          digest: 'x',
          skipReason: null,
        })
        .execute()
      await db.deleteFrom('productImports').where('id', '=', 'i1').execute()
      expect(await db.selectFrom('productImportChanges').selectAll().execute()).toEqual([])
    })
  },
)
