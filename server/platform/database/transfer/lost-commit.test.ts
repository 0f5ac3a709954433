/** A connection that is lost while the replacement of a database is committed. */
import { connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { openDatabase } from '../database-location.ts'
import { type DatabaseSource, replaceTables } from './build-database.ts'

/** When the proxy cuts a connection: before it passes a commit on, or instead of the commit's reply. */
type Cut = 'before the commit' | 'after the commit'

/** Starts a proxy that cuts each connection that commits; `isOffline` also rejects connections from then on. */
async function startProxy(target: string, cut: Cut, isOffline: boolean) {
  const { hostname, port } = new URL(target)
  let hasCut = false
  const server = createServer((client) => {
    if (hasCut && isOffline) {
      client.destroy()
      return
    }
    const upstream = connect(Number(port || 5432), hostname)
    let isCommitting = false
    const end = () => {
      hasCut = true
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', () => {}).on('close', end)
    client.on('data', (chunk) => {
      isCommitting = /commit\0/.test(chunk.toString('latin1'))
      if (isCommitting && cut === 'before the commit') end()
      else upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (isCommitting) end()
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url: url.href, close: () => server.close() }
}

const SOURCE: DatabaseSource = {
  migrations: [],
  tables: [],
  fill: async () => [],
  adjust: (db) => sql`create table marker (id integer)`.execute(db),
}

describe.skipIf(!postgresServer)('a connection that is lost during the commit (skipped without PostgreSQL)', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  beforeAll(async () => {
    database = await createPostgresDatabase(postgresServer ?? '')
  })
  afterAll(() => database.drop())

  async function replaceThroughProxy(cut: Cut, isOffline = false): Promise<void> {
    const proxy = await startProxy(database.url, cut, isOffline)
    try {
      await replaceTables({ kind: 'postgres', url: proxy.url }, SOURCE, async () => {})
    } finally {
      proxy.close()
    }
  }
  async function dropMarker(): Promise<boolean> {
    const db = openDatabase({ kind: 'postgres', url: database.url })
    const { rows } = await sql<{ name: string | null }>`select to_regclass('marker')::text as name`.execute(db)
    await sql`drop table if exists marker`.execute(db)
    await db.destroy()
    return rows[0]?.name === 'marker'
  }

  it('fails and changes nothing if PostgreSQL never received it', async () => {
    await expect(replaceThroughProxy('before the commit')).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
    expect(await dropMarker()).toBe(false)
  })

  it('succeeds if PostgreSQL committed, although the reply was lost', async () => {
    await replaceThroughProxy('after the commit')
    expect(await dropMarker()).toBe(true)
  })

  it('reports that the outcome is unknown if PostgreSQL can’t be reached again', async () => {
    await expect(replaceThroughProxy('after the commit', true)).rejects.toMatchObject({ name: 'UnknownCommitError' })
    expect(await dropMarker()).toBe(true)
  })
})
