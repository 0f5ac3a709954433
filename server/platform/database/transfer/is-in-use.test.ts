import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { isInUse } from './build-database.ts'

describe.skipIf(!postgresServer)('isInUse of a PostgreSQL database', () => {
  let url: string
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createPostgresDatabase(postgresServer ?? '')
    url = created.url
    drop = created.drop
  })
  afterAll(() => drop())

  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }

  it('ignores a connection that is just being closed', async () => {
    const client = await connect()
    const check = isInUse({ kind: 'postgres', url })
    await setTimeout(300)
    await client.end()
    expect(await check).toBe(false)
  })

  it('reports a connection that stays', async () => {
    const client = await connect()
    expect(await isInUse({ kind: 'postgres', url })).toBe(true)
    await client.end()
  })
})
