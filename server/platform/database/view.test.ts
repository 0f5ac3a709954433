import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresServer, TEST_DATABASES } from '#testing/databases/test-databases.ts'
import { type Database, openSqliteDatabase, type Queryable } from './database.ts'

const folder = await mkdtemp(join(tmpdir(), 'zhijian-view-'))
afterAll(() => rm(folder, { recursive: true }))

const KINDS = [
  { name: 'SQLite', open: () => openSqliteDatabase(join(folder, 'view.sqlite')) },
  ...TEST_DATABASES.filter(({ name }) => name === 'PostgreSQL' && postgresServer),
]

describe.each(KINDS)('a view of the database ($name)', ({ open }) => {
  const touch = (database: Database, name: string) => database.write(async (write) => write.touch(name))
  const listNames = async (db: Queryable) =>
    (await db.selectFrom('changes').select('name').where('name', 'like', 'view-%').orderBy('name').execute()).map(
      ({ name }) => name,
    )

  it('does not change while others write, and does not block them', async () => {
    const database = await open()
    try {
      await touch(database, 'view-1')
      const view = await database.openView()
      await touch(database, 'view-2')
      expect(await listNames(view.read)).toEqual(['view-1'])
      await view.close()
      expect(await listNames(database.read)).toEqual(['view-1', 'view-2'])
    } finally {
      await database.close()
    }
  })
})
