import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import { collectStatistics } from './statistics.ts'

describe.each(TEST_DATABASES)('collectStatistics ($name)', ({ open }) => {
  it('updates the statistics of PostgreSQL, and does nothing on SQLite', async () => {
    const database = await open()
    for (const id of ['a', 'b', 'c'])
      await sql`insert into products (id, catalogue, name, folded_name, slogan, description, category, price, is_active,
        position, company, contact_email, views, details_json, version, created_at, updated_at)
        values (${id}, 'ai', ${id}, ${id}, '', '', '', '', true, 1, '', '', 0, '{}', 1, '', '')`.execute(database.read)
    const statements: string[] = []
    database.onStatement((statement) => statements.push(statement.sql))
    await collectStatistics(database)
    if (database.kind === 'sqlite') expect(statements).toEqual([])
    else {
      const { rows } = await sql<{ rows: number }>`select reltuples as rows from pg_class
        where oid = 'products'::regclass`.execute(database.read)
      expect(rows).toEqual([{ rows: 3 }])
    }
    await database.close()
  })
})
