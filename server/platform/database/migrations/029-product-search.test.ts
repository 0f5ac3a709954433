import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { indexTexts } from '../text-indexes.ts'

const AT = '2026-11-21T02:00:00.000Z'
const SEARCHED = {
  text: '智能客服 pro \u241e 答得出',
  syllables: "'zhi'neng'ke'fu 'pro 'da'de'chu",
  initials: 'znkf p ddc',
}

testMigration(
  {
    name: '028-product-numbers',
    async insertRows(db) {
      for (const [id, catalogue, position, deletedAt] of [
        ['p3', 'ai', 1, null],
        ['p1', 'agent', 2, null],
        ['p2', 'agent', 1, AT],
      ])
        await sql`insert into products (id, catalogue, name, slogan, description, category, price, rating, is_active,
          position, company, contact_email, views, details_json, search_json, version, created_at, updated_at, deleted_at)
          values (${id}, ${catalogue}, ${id}, '', '', '', '', 4.5, true, ${position}, '', '', 0, '{}',
          ${id === 'p1' ? JSON.stringify(SEARCHED) : '{}'}, 1, ${AT}, ${AT}, ${deletedAt})`.execute(db)
      for (const [ordinal, collection, part, text] of [
        [7, 'product-details', '', '合同审查'],
        [8, 'product-facts', 'cloud', '公有云'],
        [9, 'product-facts', 'vendor', '阿里云'],
      ] as const) {
        await sql`insert into search_texts (ordinal, collection, owner_id, part, text)
          values (${ordinal}, ${collection}, 'p1', ${part}, ${text})`.execute(db)
        await indexTexts(db, { grams: 'search_grams' }, [{ ordinal, text }])
      }
    },
  },
  (migrated) => {
    it('numbers the products by catalogue and position', async () => {
      const rows = await migrated.db
        .selectFrom('products')
        .select(['id', 'number', 'change'])
        .orderBy('number')
        .execute()
      expect(rows).toEqual([
        { id: 'p2', number: 1, change: 1 },
        { id: 'p1', number: 2, change: 1 },
        { id: 'p3', number: 3, change: 1 },
      ])
    })

    it('keeps the texts of details and facts', async () => {
      const rows = await migrated.db
        .selectFrom('searchTexts')
        .select(['productId', 'part', 'text'])
        .orderBy('part')
        .execute()
      expect(rows).toEqual([
        { productId: 'p1', part: '', text: '合同审查' },
        { productId: 'p1', part: 'cloud', text: '公有云' },
        { productId: 'p1', part: 'vendor', text: '阿里云' },
      ])
    })
  },
)
