import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '044-publication-mails',
    insertRows: async (db) => {
      await sql`insert into published_reports (id, data_json, hash, signature, key_id)
        values ('r1', '{}', 'h', 's', 'k')`.execute(db)
      await sql`insert into published_evaluations (id, product_id, catalogue, product_name, report_id, project_name,
          method_version, is_example, recommendation, score, total, result_json, evaluated_at, valid_until, ends_at,
          published_at, published_by, withdrawn_by, withdrawal_reason, search_text)
        values ('e1', 'p1', 'agent', '甲', 'r1', '选型', 1, ${false}, '推荐', 80, 80.4, '{}', ${AT}, '2027-11-21', ${AT},
          ${AT}, '编辑', '', '', '')`.execute(db)
    },
  },
  (migrated) => {
    it('knows no mails of earlier evaluations', async () => {
      expect(await migrated.db.selectFrom('publishedEvaluations').select(['id', 'mailIdsJson']).execute()).toEqual([
        { id: 'e1', mailIdsJson: [] },
      ])
    })
  },
)
