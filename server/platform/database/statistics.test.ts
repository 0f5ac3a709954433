import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import { collectStatistics } from './statistics.ts'

describe.each(TEST_DATABASES)('collectStatistics ($name)', ({ open }) => {
  it('updates the statistics of PostgreSQL, and does nothing on SQLite', async () => {
    const database = await open()
    for (const ordinal of [1, 2, 3])
      await database.read
        .insertInto('searchTexts')
        .values({ ordinal, collection: 'product-names', ownerId: `p${ordinal}`, part: '', text: '智能' })
        .execute()
    const statements: string[] = []
    database.onStatement((statement) => statements.push(statement.sql))
    await collectStatistics(database)
    if (database.kind === 'sqlite') expect(statements).toEqual([])
    else {
      const { rows } = await sql<{ rows: number }>`select reltuples as rows from pg_class
        where oid = 'search_texts'::regclass`.execute(database.read)
      expect(rows).toEqual([{ rows: 3 }])
    }
    await database.close()
  })
})
