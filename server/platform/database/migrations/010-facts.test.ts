import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '010-facts',
    async insertRows(db) {
      await sql`insert into products (id, catalogue, name, slogan, description, category, price, rating, is_active,
        position, company, contact_email, views, details_json, search_json, version, created_at, updated_at)
        values ('p1', 'agent', '智能客服', '', '', '', '', null, ${sql.lit(true)}, 1, '', '', 7, '{}', '{}', 3, ${AT}, ${AT})`.execute(
        db,
      )
      await sql`insert into submissions (id, receipt, company_name, contact_name, contact_email, contact_phone,
        product_name, product_description, target_users, key_features, deployment_type, website, additional_info,
        category, status, review_notes, vendor_notes, checklist_json, version, search_text, search_open, created_at,
        updated_at, ordinal) values ('s1', 'R1', '甲', '乙', 'a@example.com', '1', '智能客服', '', '', '', 'SaaS',
        'https://example.com', '', '其他', 'pending', '', '', '[]', 1, '', '', ${AT}, ${AT}, 1)`.execute(db)
    },
  },
  (migrated) => {
    it('leaves existing products unchanged and without facts', async () => {
      const { db } = migrated
      expect(await db.selectFrom('facts').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('products').select(['name', 'version', 'views']).execute()).toEqual([
        { name: '智能客服', version: 3, views: 7 },
      ])
    })

    it('leaves existing submissions without facts', async () => {
      const rows = await migrated.db
        .selectFrom('submissions')
        .select(['receipt', 'factsJson', 'previousFactsJson', 'factsVersion'])
        .execute()
      expect(rows).toEqual([{ receipt: 'R1', factsJson: [], previousFactsJson: null, factsVersion: null }])
    })

    it('rejects facts with an unknown attribute or product, and deletes facts with their product', async () => {
      const { db } = migrated
      const fact = {
        id: 'f1',
        productId: 'p1',
        attribute: 'license',
        valueJson: '"MIT"',
        grade: 'public',
        sourceUrl: '',
        readAt: null,
        note: '',
        staleOn: null,
        updatedBy: null,
        updatedByName: null,
        createdAt: AT,
        updatedAt: AT,
      } as const
      await expect(db.insertInto('facts').values(fact).execute()).rejects.toThrow()
      await sql`insert into attributes (key, label, group_label, type, unit, choices_json, catalogues_json,
        categories_json, is_filter, is_compared, is_on_card, is_active, hint, position, created_at, updated_at)
        values ('license', '许可证', '基本', 'text', '', '[]', '[]', '[]', ${sql.lit(false)}, ${sql.lit(true)},
          ${sql.lit(false)}, ${sql.lit(true)}, '', 1, ${AT}, ${AT})`.execute(db)
      await db.insertInto('facts').values(fact).execute()
      await expect(
        db
          .insertInto('facts')
          .values({ ...fact, id: 'f2', productId: 'p2' })
          .execute(),
      ).rejects.toThrow()
      await expect(db.deleteFrom('attributes').execute()).rejects.toThrow()
      await db.deleteFrom('products').execute()
      expect(await db.selectFrom('facts').selectAll().execute()).toEqual([])
    })
  },
)
