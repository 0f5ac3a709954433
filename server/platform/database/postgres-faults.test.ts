/** Network faults on connections to PostgreSQL, simulated by a proxy between the pool and a real server. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPostgresDatabase, postgresServer, withPostgresClient } from '#testing/databases/test-databases.ts'
import { createTcpProxy, type TcpProxy } from '#testing/tcp-proxy.ts'
import { type Database, openPostgresDatabase } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

const selectOne = (database: Database) => sql`select 1`.execute(database.read)
/** Runs a query that takes `seconds`; the label identifies it among the server's running queries. */
const sleepOnServer = ({ read }: Pick<Database, 'read'>, seconds: number, label: string) =>
  sql`select pg_sleep(${seconds}), ${sql.lit(label)}`.execute(read)

describe.skipIf(!postgresServer)('a PostgreSQL database (skipped without a server)', () => {
  let created: Awaited<ReturnType<typeof createPostgresDatabase>>
  let proxy: TcpProxy
  let database: Database
  beforeAll(async () => {
    created = await createPostgresDatabase(postgresServer ?? '')
  })
  afterAll(() => created.drop())
  beforeEach(async () => {
    proxy = await createTcpProxy(created.url)
    database = await openPostgresDatabase(proxy.url)
  })
  afterEach(async () => {
    await proxy.close()
    await database.close()
  })

  const onDatabase = (query: string, label: string) =>
    withPostgresClient(created.url, (client) =>
      client.query(`${query} from pg_stat_activity where query like '%pg_sleep%${label}%' and pid <> pg_backend_pid()`),
    )
  const countRunning = async (label: string) => (await onDatabase('select pid', label)).rowCount
  const waitForRunning = (label: string, count: number) =>
    vi.waitFor(async () => expect(await countRunning(label)).toBe(count), { timeout: 5_000 })

  it('fails the running queries of connections that are reset, and no later ones', async () => {
    const queries = [1, 2, 3].map(() => sleepOnServer(database, 10, 'reset').catch((error: unknown) => error))
    const transaction = database
      .write(({ db }) => sleepOnServer({ read: db }, 10, 'reset'))
      .catch((error: unknown) => error)
    await waitForRunning('reset', 4)
    proxy.resetAll()
    for (const error of await Promise.all([...queries, transaction]))
      expect(error).toBeInstanceOf(DatabaseUnavailableError)
    await Promise.all(Array.from({ length: 20 }, () => selectOne(database)))
  })

  it('fails a query whose connection the server terminates, with the server’s message', async () => {
    const query = sleepOnServer(database, 10, 'ended').catch((error: unknown) => error)
    await waitForRunning('ended', 1)
    await onDatabase('select pg_terminate_backend(pid)', 'ended')
    const error = await query
    expect(error).toBeInstanceOf(DatabaseUnavailableError)
    expect(error).toMatchObject({ message: expect.stringContaining('administrator command') })
    await selectOne(database)
  })

  it('replaces unresponsive connections within seconds, and releases their locks', async () => {
    let isLocked = () => {}
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve
    })
    let resume = () => {}
    const stalled = new Promise<void>((resolve) => {
      resume = resolve
    })
    const writing = database
      .write(async ({ lockName, db }) => {
        await lockName('visits')
        isLocked()
        await stalled
        await sql`select 1`.execute(db)
      })
      .catch((error: unknown) => error)
    await locked
    proxy.stall()
    resume()
    const queries = Array.from({ length: 12 }, () => selectOne(database).catch((error: unknown) => error))
    await vi.waitFor(() => expect(proxy.countDropped()).toBeGreaterThan(9))
    proxy.resume()
    const resumedAt = performance.now()
    expect(await writing).toBeInstanceOf(DatabaseUnavailableError)
    await Promise.all(queries)
    await database.write(({ lockName }) => lockName('visits'))
    expect(performance.now() - resumedAt).toBeLessThan(15_000)
    await Promise.all(Array.from({ length: 20 }, () => selectOne(database)))
  })

  it('does not close a connection while the server runs its query', async () => {
    expect((await sleepOnServer(database, 4.5, 'long')).rows).toHaveLength(1)
  })

  it('receives the changes that another node made while its connection was unresponsive', async () => {
    const other = await openPostgresDatabase(created.url)
    onTestFinished(() => other.close())
    const names: string[] = []
    database.changes.subscribe((changed) => names.push(...changed))
    proxy.stall()
    await other.write(async ({ publish }) => publish('content:home'))
    await vi.waitFor(() => expect(proxy.countDropped()).toBeGreaterThan(0), { timeout: 3_000 })
    proxy.resume()
    await vi.waitFor(() => expect(names).toEqual(['content:home']), { timeout: 10_000 })
    await other.write(async ({ publish }) => publish('content:ai'))
    await vi.waitFor(() => expect(names).toEqual(['content:home', 'content:ai']), { timeout: 2_000 })
  })

  it('fails immediately while no server is reachable, and recovers when one is', async () => {
    proxy.goOffline()
    await expect(selectOne(database)).rejects.toBeInstanceOf(DatabaseUnavailableError)
    proxy.resume()
    await selectOne(database)
  })
})
