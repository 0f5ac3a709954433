import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { INQUIRY_ROW, USER_ROW } from '#testing/databases/migration-rows.ts'
import { testMigration } from '#testing/databases/test-migration.ts'

const AT = '2026-11-30T02:00:00.000Z'

testMigration(
  {
    name: '016-second-openers',
    async insertRows(db) {
      await db.insertInto('users').values(USER_ROW).execute()
      await db
        .insertInto('inquiries')
        .values({ ...INQUIRY_ROW, secondOpener: 'Li@Example.com', deadline: AT, publishedAt: AT, keyEncrypted: 'key' })
        .execute()
    },
  },
  (migrated) => {
    it('indexes the second openers of inquiries that are there already', async () => {
      const { db, kind } = migrated
      const indexes = kind === 'sqlite' ? sql.table('sqlite_master') : sql.table('pg_indexes')
      const name = kind === 'sqlite' ? sql.ref('name') : sql.ref('indexname')
      const found = await sql`select ${name} from ${indexes} where ${name} = 'inquiries_second_opener'`.execute(db)
      expect(found.rows).toHaveLength(1)
      expect(await db.selectFrom('inquiries').select('secondOpener').execute()).toEqual([
        { secondOpener: 'Li@Example.com' },
      ])
    })
  },
)
