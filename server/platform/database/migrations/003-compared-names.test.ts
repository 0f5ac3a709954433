import { expect, it } from 'vitest'
import { testMigration } from '#testing/databases/test-migration.ts'
import { SUBMISSION } from '#testing/factories/submissions.ts'
import { listValuesContaining, TEXT_INDEXES } from '../text-indexes.ts'

const AT = '2026-11-21T02:00:00.000Z'
const { agreeToTerms: _, ...fields } = SUBMISSION

const createProduct = (id: string, catalogue: 'agent' | 'ai', name: string) => ({
  id,
  catalogue,
  name,
  slogan: '',
  description: '',
  category: '',
  price: '',
  rating: null,
  isActive: true,
  position: 1,
  company: '杭州示例科技有限公司',
  contactEmail: '',
  views: 0,
  detailsJson: '{}',
  version: 1,
  createdAt: AT,
  updatedAt: AT,
  deletedAt: null,
})

testMigration(
  {
    name: '003-compared-names',
    async insertRows(db) {
      await db
        .insertInto('products')
        .values([createProduct('a', 'agent', '智能·客服（Pro）'), createProduct('b', 'ai', '智能客服')])
        .execute()
      await db
        .insertInto('submissions')
        .values(
          // More than a statement of the migration reads.
          Array.from({ length: 501 }, (_row, index) => ({
            ...fields,
            id: `s${index}`,
            receipt: `ZJ-${index}`,
            ordinal: index + 1,
            productName: `云雀 ${index}`,
            companyName: '',
            category: '其他' as const,
            status: 'pending' as const,
            reviewNotes: '',
            vendorNotes: '',
            checklistJson: '[]',
            searchText: '',
            searchTextWithoutContacts: '',
            version: 1,
            createdAt: AT,
            updatedAt: AT,
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
