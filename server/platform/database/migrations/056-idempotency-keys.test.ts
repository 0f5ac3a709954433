import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '056-idempotency-keys',
    async insertRows(db) {
      await sql`insert into submissions (id, receipt, ordinal, idempotency_key, company_name, contact_name, contact_email,
          contact_phone, product_name, product_description, target_users, key_features, deployment_type, website,
          additional_info, category, status, checklist_json, review_notes, vendor_notes, search_text, created_at, updated_at)
        values ('s1', 'ZJ-1', 1, 'a-key-of-one-form', '甲公司', '王敏', 'wang@example.com', '0571-8888 6666', '排班助手',
          '描述', '', '', 'SaaS', '', '', '其他', 'pending', '[]', '', '', '', ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('keeps submissions, without the keys that only they had', async () => {
      const [submission] = await migrated.db.selectFrom('submissions').selectAll().execute()
      expect(submission).toMatchObject({ id: 's1', receipt: 'ZJ-1', productName: '排班助手' })
      expect(submission).not.toHaveProperty('idempotencyKey')
      expect(await migrated.db.selectFrom('idempotencyKeys').selectAll().execute()).toEqual([])
    })
  },
)
