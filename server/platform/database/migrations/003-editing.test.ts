import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { acrossMigration } from '#testing/databases/across-migration.ts'

acrossMigration(
  '003-editing',
  async (db) => {
    await sql`insert into documents (kind, revision, data_json, updated_at, updated_by)
      values ('home', 2, '{"a":2}', '2026-11-01T00:00:00.000Z', 'someone')`.execute(db)
    await sql`insert into document_revisions (kind, revision, data_json, created_at, created_by)
      values ('home', 1, '{"a":1}', '2026-10-01T00:00:00.000Z', null),
             ('home', 2, '{"a":2}', '2026-11-01T00:00:00.000Z', 'someone')`.execute(db)
  },
  (migrated) => {
    it('keeps the documents and their history', async () => {
      expect(await migrated.db.selectFrom('documents').selectAll().execute()).toEqual([
        {
          ...{ kind: 'home', revision: 2, dataJson: { a: 2 }, updatedAt: '2026-11-01T00:00:00.000Z' },
          ...{ updatedBy: 'someone', updatedByName: null },
        },
      ])
      const revisions = await migrated.db.selectFrom('documentRevisions').selectAll().orderBy('revision').execute()
      expect(revisions.map(({ revision, changesJson, restoredFrom }) => [revision, changesJson, restoredFrom])).toEqual(
        [
          [1, null, null],
          [2, null, null],
        ],
      )
    })

    it.each(['presence', 'auditEntries', 'claims'] as const)('adds the table %s, empty', async (table) => {
      expect(await migrated.db.selectFrom(table).selectAll().execute()).toEqual([])
    })
  },
)
