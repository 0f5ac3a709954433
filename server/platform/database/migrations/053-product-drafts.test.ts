import { expect, it } from 'vitest'
import { PRODUCT_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'
const SAVED = { savedAt: AT, savedBy: 'u', savedByName: '编辑' }

testMigration(
  {
    name: '053-product-drafts',
    async insertRows(db) {
      await db.insertInto('products').values(PRODUCT_ROW).execute()
      const revision = {
        productId: 'p',
        revision: 1,
        name: '客服助手',
        slogan: '',
        description: '',
        category: '',
        price: '',
        rating: null,
        isActive: true,
        contactEmail: '',
        detailsJson: '{}',
        createdAt: AT,
        createdBy: null,
        deletedAt: null,
        restoredFrom: null,
      }
      await db.insertInto('productRevisions').values(revision).execute()
      const draft = { ...SAVED, kind: 'home' as const, version: 1, dataJson: '{}', baseRevision: 0, isConfirmed: false }
      const unscheduled = { scheduledAt: null, scheduledBy: null, scheduledByName: null, replacesRevision: null }
      // Written as before the migration, without the column that it adds.
      const row = { ...draft, ...unscheduled, failureJson: null }
      await db.insertInto('contentDrafts').values(row).execute()
    },
  },
  (migrated) => {
    it('keeps the drafts of documents, and marks no version as published from one', async () => {
      const { db } = migrated
      expect(await db.selectFrom('contentDrafts').select(['kind', 'productId']).execute()).toEqual([
        { kind: 'home', productId: null },
      ])
      expect(await db.selectFrom('productRevisions').select('isPublication').execute()).toEqual([
        { isPublication: false },
      ])
    })

    it('ends drafts and preview links with their product', async () => {
      const { db } = migrated
      const productId = 'deleted'
      await db
        .insertInto('products')
        .values({ ...PRODUCT_ROW, id: productId, name: '要删除的' })
        .execute()
      const owner = { kind: `product:${productId}` as const, productId }
      const link = { id: 'l', tokenHash: 'h', createdAt: AT, createdBy: 'u', createdByName: '编辑', expiresAt: AT }
      await db
        .insertInto('previewLinks')
        .values({ ...link, ...owner })
        .execute()
      await db.deleteFrom('products').where('id', '=', productId).execute()
      expect(await db.selectFrom('previewLinks').select('id').execute()).toEqual([])
    })
  },
)
