import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-21T02:00:00.000Z'

testMigration(
  {
    name: '033-reviewed-products',
    async insertRows(db) {
      const review = { user: '', rating: 4, date: '', comment: '"reviews":[{' }
      for (const [id, details] of [
        ['none', { reviews: [] }],
        ['two', { keyCapabilities: ['一'], reviews: [review, review] }],
        ['nested', { odd: { reviews: [review] } }],
        ['text', { detailedDescription: '"reviews":[{' }],
      ] as const)
        await sql`insert into products (id, catalogue, name, slogan, description, category, price, rating, is_active,
          position, company, contact_email, views, details_json, version, created_at, updated_at)
          values (${id}, 'agent', ${id}, '', '', '', '', 4.5, true, 1, '', '', 0, ${JSON.stringify(details)}, 1, ${AT},
          ${AT})`.execute(db)
    },
  },
  (migrated) => {
    it('counts the reviews that each product’s details contain', async () => {
      const rows = await migrated.db.selectFrom('products').select(['id', 'reviewCount']).orderBy('id').execute()
      expect(rows).toEqual([
        { id: 'nested', reviewCount: 0 },
        { id: 'none', reviewCount: 0 },
        { id: 'text', reviewCount: 0 },
        { id: 'two', reviewCount: 2 },
      ])
    })
  },
)
