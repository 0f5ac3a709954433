import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'
const PRODUCTS = [
  { id: 'stated', company: '甲公司', types: ['私有化部署', '公有云', '边缘部署'] },
  { id: 'denied', company: '乙公司', types: ['SaaS'] },
  { id: 'silent', company: '', types: [] },
]
const FACTS = [
  { id: 'f1', product: 'denied', attribute: 'saas', value: '"no"', grade: 'public' },
  { id: 'f2', product: 'denied', attribute: 'vendor', value: '"工商登记公司"', grade: 'public' },
  { id: 'f3', product: 'silent', attribute: 'private-deployment', value: '"yes"', grade: 'verified' },
]

testMigration(
  {
    name: '048-form-facts',
    async insertRows(db) {
      for (const [index, { id, company, types }] of PRODUCTS.entries())
        await sql`insert into products (id, catalogue, name, slogan, description, category, price, is_active, position,
          company, contact_email, views, details_json, version, number, change, created_at, updated_at)
          values (${id}, 'agent', ${id}, '', '', '', '', ${sql.lit(true)}, ${index}, ${company}, '', 0,
            ${JSON.stringify({ deploymentTypes: types })}, 1, ${index + 1}, ${index + 1}, ${AT}, ${AT})`.execute(db)
      for (const key of ['vendor', 'saas', 'private-deployment', 'hybrid-deployment'])
        await sql`insert into attributes (key, label, group_label, type, unit, choices_json, catalogues_json,
          categories_json, is_filter, is_compared, is_on_card, is_active, hint, stale_after_months, position, version,
          created_at, updated_at)
          values (${key}, ${key}, '部署', 'yesNo', '', '[]', ${key === 'hybrid-deployment' ? '["agent"]' : '["agent","ai"]'},
          '[]', ${sql.lit(true)}, ${sql.lit(true)}, ${sql.lit(false)}, ${sql.lit(true)}, '', 12, 1, 1, ${AT}, ${AT})`.execute(
          db,
        )
      for (const { id, product, attribute, value, grade } of FACTS)
        await sql`insert into facts (id, product_id, attribute, value_json, grade, source_url, note, created_at, updated_at)
          values (${id}, ${product}, ${attribute}, ${value}, ${grade}, 'https://example.com/', '', ${AT}, ${AT})`.execute(
          db,
        )
      await sql`insert into product_facts (product_id, version, updated_on, change)
        values ('denied', 4, '2026-10-01', 1), ('silent', 1, '2026-10-02', 2)`.execute(db)
    },
  },
  (migrated) => {
    it('states the company and the known deployment types as 厂商自述 of the listing’s day', async () => {
      const facts = await migrated.db
        .selectFrom('facts')
        .select(['productId', 'attribute', 'valueJson', 'grade', 'readAt', 'staleOn'])
        .where('grade', '=', 'claimed')
        .orderBy('productId')
        .orderBy('attribute')
        .execute()
      const claim = { grade: 'claimed', readAt: '2026-11-21', staleOn: '2027-11-22' }
      expect(facts).toEqual([
        { productId: 'denied', attribute: 'vendor', valueJson: '乙公司', ...claim },
        { productId: 'stated', attribute: 'edge-deployment', valueJson: 'yes', ...claim },
        { productId: 'stated', attribute: 'private-deployment', valueJson: 'yes', ...claim },
        { productId: 'stated', attribute: 'vendor', valueJson: '甲公司', ...claim },
      ])
    })

    it('derives the columns of the rows from all facts, of which a recorded one precedes a form', async () => {
      const rows = await migrated.db
        .selectFrom('products')
        .select(['id', 'company', 'deploymentTypesJson'])
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { id: 'denied', company: '工商登记公司', deploymentTypesJson: [] },
        { id: 'silent', company: '', deploymentTypesJson: ['私有化部署'] },
        { id: 'stated', company: '甲公司', deploymentTypesJson: ['私有化部署', '边缘部署'] },
      ])
    })

    it('makes the deployment types filter values, and marks vendors that differ', async () => {
      const values = await migrated.db
        .selectFrom('factValues')
        .select(['productId', 'attribute', 'value', 'isVerified'])
        .orderBy('attribute')
        .execute()
      expect(values).toEqual([
        { productId: 'stated', attribute: 'edge-deployment', value: 'yes', isVerified: false },
        { productId: 'stated', attribute: 'private-deployment', value: 'yes', isVerified: false },
      ])
      const disputes = await migrated.db.selectFrom('factDisputes').selectAll().execute()
      expect(disputes).toEqual([{ productId: 'denied', attribute: 'vendor' }])
    })

    it('indexes the company for searches', async () => {
      const texts = await migrated.db
        .selectFrom('searchTexts')
        .select(['productId', 'text'])
        .where('part', '=', 'vendor')
        .orderBy('productId', 'desc')
        .execute()
      expect(texts).toEqual([
        { productId: 'stated', text: '甲公司' },
        { productId: 'denied', text: expect.stringContaining('乙公司') },
      ])
    })

    it('records the additions in the history, and starts 最近更新 with the listing', async () => {
      const versions = await migrated.db
        .selectFrom('productFacts')
        .select(['productId', 'version', 'updatedOn'])
        .orderBy('productId')
        .execute()
      expect(versions).toEqual([
        { productId: 'denied', version: 5, updatedOn: '2026-10-01' },
        { productId: 'silent', version: 1, updatedOn: '2026-10-02' },
        { productId: 'stated', version: 1, updatedOn: '2026-11-21' },
      ])
      const { count } = await migrated.db
        .selectFrom('factChanges')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('action', '=', 'add')
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(4)
    })

    it('adds the attribute that is missing, and extends the others to both catalogues', async () => {
      const attributes = await migrated.db
        .selectFrom('attributes')
        .select(['key', 'cataloguesJson', 'version'])
        .where('key', 'in', ['hybrid-deployment', 'edge-deployment', 'saas'])
        .orderBy('key')
        .execute()
      expect(attributes).toEqual([
        { key: 'edge-deployment', cataloguesJson: ['agent', 'ai'], version: 1 },
        { key: 'hybrid-deployment', cataloguesJson: ['agent', 'ai'], version: 2 },
        { key: 'saas', cataloguesJson: ['agent', 'ai'], version: 1 },
      ])
    })
  },
)
