import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/across-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '011-submitted-facts',
    async before(db) {
      await sql`insert into submissions (id, receipt, company_name, contact_name, contact_email, contact_phone,
        product_name, product_description, target_users, key_features, deployment_type, website, additional_info,
        category, status, review_notes, vendor_notes, checklist_json, version, search_text, search_open, created_at,
        updated_at, ordinal) values ('s1', 'R1', '甲', '乙', 'a@example.com', '1', '智能客服', '', '', '', 'SaaS',
        'https://example.com', '', '其他', 'pending', '', '', '[]', 1, '', '', ${AT}, ${AT}, 1)`.execute(db)
    },
  },
  (migrated) => {
    it('has submissions that say no facts', async () => {
      const rows = await migrated.db
        .selectFrom('submissions')
        .select(['receipt', 'factsJson', 'factsBeforeJson', 'factsVersion'])
        .execute()
      expect(rows).toEqual([{ receipt: 'R1', factsJson: [], factsBeforeJson: null, factsVersion: null }])
    })
  },
)
