import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { acrossMigration } from '#testing/databases/across-migration.ts'
import { holds, rowsWithGrams } from '../text-search.ts'

acrossMigration(
  '005-submission-review',
  async (db) => {
    for (const [id, name, at] of [
      ['b', '后来的客服', '2026-11-02T00:00:00.000Z'],
      ['a', '先到的排班', '2026-11-01T00:00:00.000Z'],
      ['c', '最后的质检', '2026-11-02T00:00:00.000Z'],
    ])
      await sql`insert into submissions (id, receipt, company_name, contact_name, contact_email, contact_phone,
          product_name, product_description, target_users, key_features, deployment_type, website, additional_info,
          category, status, review_notes, vendor_notes, created_at, updated_at)
        values (${id}, ${`ZJ-${id}`}, '甲公司', '', '', '', ${name}, '说明', '', '', 'SaaS', '', '', '其他', 'pending', '', '',
          ${at}, ${at})`.execute(db)
  },
  (migrated) => {
    it('numbers the submissions by age', async () => {
      const rows = await migrated.db.selectFrom('submissions').selectAll().orderBy('ordinal').execute()
      expect(rows.map(({ id, ordinal }) => [id, ordinal])).toEqual([
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ])
      expect(rows[0]).toMatchObject({ checklistJson: [], reviewedByName: null, idempotencyKey: null })
    })

    it.each([
      ['排班', ['a']],
      ['公司', ['a', 'b', 'c']],
      ['zhijian', ['c']],
    ])('finds them by %s', async (part, ids) => {
      const rows = await migrated.db
        .selectFrom('submissions')
        .select('id')
        .where('ordinal', 'in', rowsWithGrams(migrated.kind, 'submission_grams', part))
        .where(holds('search_text', part))
        .orderBy('ordinal')
        .execute()
      expect(rows.map(({ id }) => id)).toEqual(ids)
    })

    it('adds the table of files, empty', async () => {
      expect(await migrated.db.selectFrom('submissionFiles').selectAll().execute()).toEqual([])
    })
  },
)
