import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { isAmong, listContaining, TEXT_INDEXES } from '../text-indexes.ts'

const AT = '2026-11-21T02:00:00.000Z'
const DETAILS = JSON.stringify({
  keyCapabilities: ['合同审查'],
  technicalSpecs: [{ title: '向量库', value: 'Ｍilvus' }],
  detailedDescription: '<p>按<strong>角色</strong>授权</p>',
  officialLink: 'https://example.com/不在其中',
})

testMigration(
  {
    name: '017-search-texts',
    async insertRows(db) {
      for (const [id, details] of [
        ['p1', DETAILS],
        ['p2', '{"keyCapabilities":"不是列表"}'],
      ])
        await sql`insert into products (id, catalogue, name, slogan, description, category, price, rating, is_active,
          position, company, contact_email, views, details_json, search_json, version, created_at, updated_at)
          values (${id}, 'agent', ${id}, '', '', '', '', 4.5, true, 1, '', '', 0, ${details}, '{}', 1,
          ${AT}, ${AT})`.execute(db)
      for (const [key, type] of [
        ['vendor', 'text'],
        ['models', 'choices'],
      ])
        await sql`insert into attributes (key, label, group_label, type, unit, choices_json, catalogues_json,
          categories_json, is_filter, is_compared, is_on_card, is_active, hint, position, version, created_at, updated_at)
          values (${key}, ${key}, '', ${type}, '', '[]', '["agent"]', '[]', false, true, false, true, '', 1, 1,
          ${AT}, ${AT})`.execute(db)
      for (const [id, attribute, value] of [
        ['f1', 'vendor', '"阿里云"'],
        ['f2', 'models', '["Kimi"]'],
      ])
        await sql`insert into facts (id, product_id, attribute, value_json, grade, source_url, note, created_at, updated_at)
          values (${id}, 'p1', ${attribute}, ${value}, 'public', '', '', ${AT}, ${AT})`.execute(db)
    },
  },
  (migrated) => {
    const find = async (text: string) => {
      const { db } = migrated
      const ordinals = await listContaining(db, TEXT_INDEXES.products, [text])
      const rows = await db
        .selectFrom('searchTexts')
        .select(['productId', 'part'])
        .where(isAmong(db, 'ordinal', ordinals))
        .execute()
      return rows
    }

    it('indexes existing products and facts', async () => {
      expect(await find('合同')).toEqual([{ productId: 'p1', part: '' }])
      expect(await find('milvus')).toEqual([{ productId: 'p1', part: '' }])
      expect(await find('角色')).toEqual([{ productId: 'p1', part: '' }])
      expect(await find('strong')).toEqual([])
      expect(await find('阿里')).toEqual([{ productId: 'p1', part: 'vendor' }])
      expect(await find('kimi')).toEqual([])
      expect(await find('不在')).toEqual([])
    })
  },
)
