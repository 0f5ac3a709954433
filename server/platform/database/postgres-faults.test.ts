/** What a network may do to PostgreSQL's connections, by a proxy between us and a real server. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPostgresDatabase, onServer, postgresServer } from '#testing/databases/test-databases.ts'
import { createTcpProxy, type TcpProxy } from '#testing/tcp-proxy.ts'
import { type Database, openPostgresDatabase } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'

const ask = (database: Database) => sql`select 1`.execute(database.read)
/** A query that takes as long; what runs is found on the server by its label. */
const sleepOnServer = ({ read }: Pick<Database, 'read'>, seconds: number, label: string) =>
  sql`select pg_sleep(${seconds}), ${sql.lit(label)}`.execute(read)

describe.skipIf(!postgresServer)('the database (skipped if no PostgreSQL answers)', () => {
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
    onServer(created.url, (client) =>
      client.query(`${query} from pg_stat_activity where query like '%pg_sleep%${label}%' and pid <> pg_backend_pid()`),
    )
  const countRunning = async (label: string) => (await onDatabase('select pid', label)).rowCount
  const waitForRunning = (label: string, count: number) =>
    vi.waitFor(async () => expect(await countRunning(label)).toBe(count), { timeout: 5_000 })

  it('fails what is under way on connections that are reset, and nothing after that', async () => {
    const queries = [1, 2, 3].map(() => sleepOnServer(database, 10, 'reset').catch((error: unknown) => error))
    const transaction = database
      .write(({ tx }) => sleepOnServer({ read: tx }, 10, 'reset'))
      .catch((error: unknown) => error)
    await waitForRunning('reset', 4)
    proxy.cut()
    for (const error of await Promise.all([...queries, transaction]))
      expect(error).toBeInstanceOf(DatabaseUnavailableError)
    await Promise.all(Array.from({ length: 20 }, () => ask(database)))
  })

  it('fails a query whose connection the server ends, with what the server says', async () => {
    const query = sleepOnServer(database, 10, 'ended').catch((error: unknown) => error)
    await waitForRunning('ended', 1)
    await onDatabase('select pg_terminate_backend(pid)', 'ended')
    const error = await query
    expect(error).toBeInstanceOf(DatabaseUnavailableError)
    expect(error).toMatchObject({ message: expect.stringContaining('administrator command') })
    await ask(database)
  })

  it('replaces connections that fell silent within seconds, and frees their locks', async () => {
    let isLocked = () => {}
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve
    })
    let goOn = () => {}
    const stalled = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const writing = database
      .write(async ({ lock, tx }) => {
        await lock('visits')
        isLocked()
        await stalled
        await sql`select 1`.execute(tx)
      })
      .catch((error: unknown) => error)
    await locked
    proxy.stall()
    goOn()
    const queries = Array.from({ length: 12 }, () => ask(database).catch((error: unknown) => error))
    await vi.waitFor(() => expect(proxy.countDropped()).toBeGreaterThan(9))
    proxy.resume()
    const resumedAt = performance.now()
    expect(await writing).toBeInstanceOf(DatabaseUnavailableError)
    await Promise.all(queries)
    await database.write(({ lock }) => lock('visits'))
    expect(performance.now() - resumedAt).toBeLessThan(15_000)
    await Promise.all(Array.from({ length: 20 }, () => ask(database)))
  })

  it('leaves a connection alone while the server works', async () => {
    expect((await sleepOnServer(database, 4.5, 'long')).rows).toHaveLength(1)
  })

  it('loses no change of another node while its connection is silent', async () => {
    const other = await openPostgresDatabase(created.url)
    const names: string[] = []
    database.changes.subscribe((changed) => names.push(...changed))
    proxy.stall()
    await other.write(async ({ touch }) => touch('content:home'))
    await vi.waitFor(() => expect(proxy.countDropped()).toBeGreaterThan(0), { timeout: 3_000 })
    proxy.resume()
    await vi.waitFor(() => expect(names).toEqual(['content:home']), { timeout: 10_000 })
    await other.write(async ({ touch }) => touch('content:ai'))
    await vi.waitFor(() => expect(names).toEqual(['content:home', 'content:ai']), { timeout: 2_000 })
    await other.close()
  })

  it('refuses at once while no server answers, and goes on when it does', async () => {
    proxy.leave()
    await expect(ask(database)).rejects.toBeInstanceOf(DatabaseUnavailableError)
    proxy.resume()
    await ask(database)
  })
})
