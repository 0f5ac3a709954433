import { expect, it } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

type Inserted = { key: string; label: string; position: number }

const insertAttributes = (db: Database['read'], attributes: readonly Inserted[]) =>
  db
    .insertInto('attributes')
    .values(
      attributes.map((attribute) => ({
        groupLabel: '价格',
        type: 'text' as const,
        unit: '',
        choicesJson: '[]',
        cataloguesJson: '["agent"]',
        categoriesJson: '[]',
        isFilter: false,
        isCompared: true,
        isOnCard: false,
        isActive: true,
        hint: '',
        staleAfterMonths: 6,
        version: 1,
        createdAt: '2026-11-01T00:00:00.000Z',
        updatedAt: '2026-11-01T00:00:00.000Z',
        ...attribute,
      })),
    )
    .execute()

const BILLING = { key: 'billing', label: '计费方式', position: 1 }
const PUBLIC_PRICE = { key: 'public-price', label: '公开价格', position: 2 }
const SLA = { key: 'sla', label: '服务可用性承诺', position: 3 }
const NAME = '048-annual-price'

testMigration(
  { name: NAME, insertRows: async (db) => void (await insertAttributes(db, [BILLING, PUBLIC_PRICE, SLA])) },
  (migrated) => {
    it('adds the annual price after the other prices, in their group, with a first revision', async () => {
      const rows = await migrated.db.selectFrom('attributes').selectAll().orderBy('position').execute()
      expect(rows.map(({ key, position }) => [key, position])).toEqual([
        ['billing', 1],
        ['public-price', 2],
        ['annual-price', 3],
        ['sla', 4],
      ])
      expect(rows[2]).toMatchObject({
        label: '起售年费',
        groupLabel: '价格',
        type: 'number',
        unit: '元/年',
        cataloguesJson: ['agent', 'ai'],
        isFilter: false,
        isCompared: true,
        isActive: true,
      })
      const revisions = await migrated.db.selectFrom('attributeRevisions').selectAll().execute()
      expect(revisions).toMatchObject([
        { key: 'annual-price', revision: 1, valueJson: { label: '起售年费', group: '价格', isActive: true } },
      ])
    })
  },
)

testMigration(
  {
    name: NAME,
    insertRows: async (db) =>
      void (await insertAttributes(db, [BILLING, { ...PUBLIC_PRICE, key: 'yearly', label: '起售年费' }])),
  },
  (migrated) => {
    it('adds nothing beside an attribute of its name', async () => {
      const rows = await migrated.db.selectFrom('attributes').select('key').orderBy('position').execute()
      expect(rows).toEqual([{ key: 'billing' }, { key: 'yearly' }])
    })
  },
)

testMigration({ name: NAME, insertRows: async (db) => void (await insertAttributes(db, [SLA])) }, (migrated) => {
  it('adds nothing to attributes that aren’t those added by default', async () => {
    expect(await migrated.db.selectFrom('attributes').select('key').execute()).toEqual([{ key: 'sla' }])
  })
})
