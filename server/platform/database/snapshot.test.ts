import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { postgresServer, TEST_DATABASES } from '#testing/databases/test-databases.ts'
import { type Database, openSqliteDatabase, type Queryable } from './database.ts'
import type { Topic } from './topics.ts'

const folder = await mkdtemp(join(tmpdir(), 'zhijian-snapshot-'))
afterAll(() => rm(folder, { recursive: true }))

const KINDS = [
  { name: 'SQLite', open: () => openSqliteDatabase(join(folder, 'snapshot.sqlite')) },
  ...TEST_DATABASES.filter(({ name }) => name === 'PostgreSQL' && postgresServer),
]

describe.each(KINDS)('a snapshot of the database ($name)', ({ open }) => {
  const publish = (database: Database, name: Topic) => database.write(async (transaction) => transaction.publish(name))
  const listNames = async (db: Queryable) =>
    (await db.selectFrom('changes').select('name').orderBy('name').execute()).map(({ name }) => name)

  it('does not change while others write, and does not block them', async () => {
    const database = await open()
    try {
      await publish(database, 'mail')
      const snapshot = await database.openSnapshot()
      await publish(database, 'outbox')
      expect(await listNames(snapshot.read)).toEqual(['mail'])
      await snapshot.close()
      expect(await listNames(database.read)).toEqual(['mail', 'outbox'])
    } finally {
      await database.close()
    }
  })
})
