import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { listValuesContaining, TEXT_INDEXES } from '../text-indexes.ts'

const AT = '2026-11-21T02:00:00.000Z'
const ORDINALS_PER_PRODUCT = 512

testMigration(
  {
    name: '059-one-text-index',
    async insertRows(db) {
      await sql`insert into products (id, catalogue, name, folded_name, slogan, description, category, price, is_active,
        position, company, contact_email, views, details_json, version, created_at, updated_at, number)
        values ('p7', 'ai', '智能客服', '智能客服', '', '', '', '', true, 1, '', '', 0, '{}', 1, ${AT}, ${AT}, 7)`.execute(
        db,
      )
      for (const [field, collection, owner, part, text] of [
        [0, 'product-names', 'p7', 'name', '智能客服'],
        [1, 'product-letters', 'p7', 'name', "znkf\n'zhi'neng'ke'fu"],
        [4, 'product-details', 'p7', '', '合同审查'],
        [5, 'product-facts', 'p7', 'vendor', '阿里云'],
        [9, 'product-details', 'purged', '', '合同'],
      ] as const)
        await sql`insert into search_texts (ordinal, collection, owner_id, part, text)
          values (${7 * ORDINALS_PER_PRODUCT + field}, ${collection}, ${owner}, ${part}, ${text})`.execute(db)
    },
  },
  (migrated) => {
    const find = (text: string) =>
      listValuesContaining(migrated.db, TEXT_INDEXES.products, [text], { column: 'product_id', condition: undefined })

    it('keeps and indexes the texts of details and facts', async () => {
      const rows = await migrated.db.selectFrom('searchTexts').selectAll().orderBy('ordinal').execute()
      expect(rows).toEqual([
        { ordinal: 1, productId: 'p7', part: '', text: '合同审查' },
        { ordinal: 2, productId: 'p7', part: 'vendor', text: '阿里云' },
      ])
      expect(await find('审查')).toEqual(['p7'])
      expect(await find('阿里云')).toEqual(['p7'])
      expect(await find('客服')).toEqual([])
    })

    it('deletes the texts of a product with it', async () => {
      await migrated.db.deleteFrom('products').where('id', '=', 'p7').execute()
      expect(await find('审查')).toEqual([])
      expect(await migrated.db.selectFrom('searchTexts').selectAll().execute()).toEqual([])
    })
  },
)
