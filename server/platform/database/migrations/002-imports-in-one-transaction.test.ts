import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-20T02:00:00.000Z'
const COUNTS = { create: 2, update: 3, unchanged: 1, skip: 0, reject: 4 }

type Row = { id: string; status: string; appliedRows: number; removed?: number; restored?: number }

testMigration(
  {
    name: '002-imports-in-one-transaction',
    async insertRows(db) {
      const insertImport = ({ id, status, appliedRows, removed = 0, restored = 0 }: Row) =>
        sql`insert into product_imports
          (id, catalogue, status, file_name, known, columns_json, user_id, fingerprint, changes, fact_changes,
            planned_rows, counts_json, applied_rows, applied_ordinal, started_at, heartbeat_at, undo_removed,
            undo_restored, undo_skipped, undone_by_name)
          values (${id}, 'agent', ${status}, ${`${id}.csv`}, 'update', '{}', 'editor', '', 0, 0, 10,
            ${JSON.stringify(COUNTS)}, ${appliedRows}, 0, ${AT}, ${AT}, ${removed}, ${restored}, 0, '王编辑')`.execute(
          db,
        )
      await insertImport({ id: 'done', status: 'done', appliedRows: 5 })
      await insertImport({ id: 'planned', status: 'planned', appliedRows: 0 })
      await insertImport({ id: 'partial', status: 'applying', appliedRows: 2 })
      await insertImport({ id: 'undone', status: 'undone', appliedRows: 2, removed: 1 })
      const insertChange = (importId: string, ordinal: number, before: string | null, skipReason: string | null) =>
        sql`insert into product_import_changes (id, import_id, ordinal, product_id, name, before_json, digest, skip_reason)
          values (${`${importId}-${ordinal}`}, ${importId}, ${ordinal}, ${`product-${ordinal}`}, ${`产品${ordinal}`}, ${before},
            '', ${skipReason})`.execute(db)
      await insertChange('partial', 1, null, null)
      await insertChange('partial', 2, '{}', null)
      await insertChange('undone', 1, null, null)
      await insertChange('undone', 2, '{}', 'changed')
    },
  },
  (migrated) => {
    it('keeps the imports that saved products as history, with the outcome of their undo', async () => {
      const imports = await migrated.db.selectFrom('productImports').selectAll().orderBy('id').execute()
      const common = { catalogue: 'agent', userId: 'editor', importedAt: AT, isUndoable: false }
      expect(imports).toEqual([
        { ...common, id: 'done', fileName: 'done.csv', countsJson: COUNTS, undoJson: null },
        {
          ...common,
          id: 'partial',
          fileName: 'partial.csv',
          countsJson: { ...COUNTS, create: 1, update: 1 },
          undoJson: null,
        },
        {
          ...common,
          id: 'undone',
          fileName: 'undone.csv',
          countsJson: { ...COUNTS, create: 1, update: 1 },
          undoJson: {
            removed: 1,
            restored: 0,
            skipped: [{ id: 'product-2', name: '产品2', reason: 'changed' }],
            by: '王编辑',
            at: AT,
          },
        },
      ])
      expect(await migrated.db.selectFrom('productImportChanges').selectAll().execute()).toEqual([])
    })
  },
)
