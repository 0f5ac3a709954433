import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { acrossMigration } from '#testing/databases/across-migration.ts'

acrossMigration(
  '010-submission-versions',
  async (db) => {
    await sql`insert into submissions (id, receipt, company_name, contact_name, contact_email, contact_phone,
        product_name, product_description, target_users, key_features, deployment_type, website, additional_info,
        category, status, review_notes, vendor_notes, checklist_json, ordinal, search_text, created_at, updated_at)
      values ('a', 'ZJ-a', '甲公司', '', '', '', '排班助手', '说明', '', '', 'SaaS', '', '', '其他', 'rejected',
        '官网打不开', '请补充官网', '["website"]', 1, '', '2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z')
    `.execute(db)
  },
  (migrated) => {
    it('counts versions from 1, and keeps what was noted', async () => {
      const row = await migrated.db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        ...{ version: 1, status: 'rejected', reviewNotes: '官网打不开', vendorNotes: '请补充官网' },
        checklistJson: ['website'],
      })
    })
  },
)
