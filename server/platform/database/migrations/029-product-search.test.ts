import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildSearchText } from '#contracts/rules/search-text.ts'
import { testMigration } from '#testing/databases/test-migration.ts'
import { splitPinyin } from '../pinyin-terms.ts'
import { buildGramQuery, insertGrams, listMatchingRows } from '../text-search.ts'

const AT = '2026-11-21T02:00:00.000Z'
const POSITIONS = 512
const TEXTS = ['智能客服 Pro', '答得出', '依据 原文']

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
          ${id === 'p1' ? JSON.stringify(buildSearchText(TEXTS)) : '{}'}, 1, ${AT}, ${AT}, ${deletedAt})`.execute(db)
      for (const [ordinal, collection, part, text] of [
        [7, 'product-details', '', '合同审查'],
        [8, 'product-facts', 'cloud', '公有云'],
        [9, 'product-facts', 'vendor', '阿里云'],
      ] as const) {
        await sql`insert into search_texts (ordinal, collection, owner_id, part, text)
          values (${ordinal}, ${collection}, 'p1', ${part}, ${text})`.execute(db)
        await insertGrams(db, 'search_grams', ordinal, text)
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

    it('derives the ordinals of texts from their product’s number', async () => {
      const rows = await migrated.db.selectFrom('searchTexts').selectAll().orderBy('ordinal').execute()
      const forms = rows.map(({ ordinal, collection, part, text }) => [ordinal - 2 * POSITIONS, collection, part, text])
      const { initials, syllables } = splitPinyin(rows[1]?.text ?? '')
      const name = buildSearchText(TEXTS.slice(0, 1))
      expect({ initials, syllables }).toEqual({ initials: name.initials, syllables: name.syllables })
      expect(forms.filter(([, collection]) => collection !== 'product-letters')).toEqual([
        [0, 'product-names', 'name', '智能客服 pro'],
        [2, 'product-names', 'rest', '答得出 \u241e 依据 原文'],
        [4, 'product-details', '', '合同审查'],
        [5, 'product-facts', 'cloud', '公有云'],
        [6, 'product-facts', 'vendor', '阿里云'],
      ])
    })

    it('finds texts by their new ordinals only', async () => {
      const find = (query: string) => listMatchingRows(migrated.db, 'search_grams', { query, from: 0, to: 10_000 })
      expect(await find(buildGramQuery(migrated.kind, '客服'))).toEqual([2 * POSITIONS])
      expect(await find(buildGramQuery(migrated.kind, '阿里'))).toEqual([2 * POSITIONS + 6])
      expect(await find(buildGramQuery(migrated.kind, '审查'))).toEqual([2 * POSITIONS + 4])
    })
  },
)
