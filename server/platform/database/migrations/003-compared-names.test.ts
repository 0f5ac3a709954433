import { expect, it } from 'vitest'
import { PRODUCT_ROW, SUBMISSION_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'
import { listValuesContaining, TEXT_INDEXES } from '../text-indexes.ts'

testMigration(
  {
    name: '003-compared-names',
    async insertRows(db) {
      await db
        .insertInto('products')
        .values([
          { ...PRODUCT_ROW, id: 'a', name: '智能·客服（Pro）', company: '杭州示例科技有限公司' },
          { ...PRODUCT_ROW, id: 'b', catalogue: 'ai', name: '智能客服' },
        ])
        .execute()
      await db
        .insertInto('submissions')
        .values(
          // More than a statement of the migration reads.
          Array.from({ length: 501 }, (_row, index) => ({
            ...SUBMISSION_ROW,
            id: `s${index}`,
            receipt: `ZJ-${index}`,
            ordinal: index + 1,
            productName: `云雀 ${index}`,
            companyName: '',
          })),
        )
        .execute()
    },
  },
  (migrated) => {
    it('stores the names of agents, but not of AI products', async () => {
      const rows = await migrated.db
        .selectFrom('comparedNames')
        .selectAll()
        .where('productId', 'is not', null)
        .execute()
      expect(rows).toMatchObject([
        { productId: 'a', nameKey: '智能客服pro', readingKey: 'zhi neng ke fu p r o', companyKey: '杭州示例' },
      ])
    })

    it('stores and indexes the names of all submissions', async () => {
      const rows = await migrated.db
        .selectFrom('comparedNames')
        .select('nameKey')
        .where('submissionId', 'is not', null)
        .execute()
      const names = Array.from({ length: 501 }, (_row, index) => `云雀${index}`)
      expect(rows.map(({ nameKey }) => nameKey).toSorted()).toEqual(names.toSorted())
      const indexed: string[] = await listValuesContaining(migrated.db, TEXT_INDEXES.comparedNames, ['云雀'], {
        column: 'name_key',
        condition: undefined,
      })
      expect(indexed.toSorted()).toEqual(names.toSorted())
    })
  },
)
