import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { acrossMigration } from '#testing/databases/across-migration.ts'

acrossMigration(
  '008-visits',
  async (db) => {
    await sql`insert into page_views (path, day, product_id, views) values
      ('/', '2026-10-31', null, 5), ('/', '2026-11-01', null, 7), ('/products/a', '2026-11-01', 'a', 2),
      ('/products/b', '2026-11-02', 'b', 3), ('/78ai/c', '2026-11-02', 'c', 4)`.execute(db)
  },
  (migrated) => {
    it('counts by day and by month what was counted by page and day', async () => {
      const counts = await migrated.db.selectFrom('visitCounts').selectAll().execute()
      const of = (kind: string, period: string) =>
        Object.fromEntries(
          counts.filter((row) => row.kind === kind && row.period === period).map(({ name, count }) => [name, count]),
        )
      expect(of('views', '2026-11-01')).toEqual({ '': 9 })
      expect(of('views', '2026-11')).toEqual({ '': 16 })
      expect(of('views', '2026-10')).toEqual({ '': 5 })
      expect(of('page', '2026-11')).toEqual({ '/': 7, '/products/*': 5, '/78ai/*': 4 })
      expect(of('product', '2026-11')).toEqual({ a: 2, b: 3, c: 4 })
      expect(of('product', '2026-11-02')).toEqual({ b: 3, c: 4 })
    })

    it.each(['visitSalts', 'visitorHashes'] as const)('adds the table %s, empty', async (table) => {
      expect(await migrated.db.selectFrom(table).selectAll().execute()).toEqual([])
    })
  },
)
