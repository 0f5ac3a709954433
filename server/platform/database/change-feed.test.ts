import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { type Database, openPostgresDatabase, openSqliteDatabase } from './database.ts'
import { FEED_APPLICATION } from './postgres-feed.ts'

const publish = (database: Database, ...names: string[]) =>
  database.write(async (transaction) => transaction.publish(...names))

function recordEvents(database: Database): string[] {
  const events: string[] = []
  database.changes.subscribe((names) => events.push(...names))
  return events
}

const WITHIN_A_SECOND = { timeout: 1_000, interval: 20 }
const EVENTUALLY = { timeout: 5_000, interval: 20 }

describe('a change feed in one process', () => {
  it('reports the topics of a committed write, and none of a failed one', async () => {
    const database = await openSqliteDatabase(':memory:')
    const events = recordEvents(database)
    await publish(database, 'content:home', 'catalogue:agent')
    const failed = database.write(async (transaction) => {
      transaction.publish('settings')
      throw new Error('refused')
    })
    await expect(failed).rejects.toThrow('refused')
    expect(events.sort()).toEqual(['catalogue:agent', 'content:home'])
    const counts = await database.read.selectFrom('changes').selectAll().orderBy('name').execute()
    expect(counts).toEqual([
      { name: 'catalogue:agent', revision: 1 },
      { name: 'content:home', revision: 1 },
    ])
    await database.close()
  })

  it('does not call a listener after it unsubscribes', async () => {
    const database = await openSqliteDatabase(':memory:')
    onTestFinished(() => database.close())
    const events: string[] = []
    const unsubscribe = database.changes.subscribe((names) => events.push(...names))
    await publish(database, 'before')
    unsubscribe()
    await publish(database, 'after')
    expect(events).toEqual(['before'])
  })
})

describe.skipIf(!postgresServer)('the change feeds of two nodes on one PostgreSQL (skipped without a server)', () => {
  let created: { url: string; drop(): Promise<void> }
  let firstNode: Database
  let secondNode: Database

  beforeAll(async () => {
    created = await createPostgresDatabase(postgresServer ?? '')
    firstNode = await openPostgresDatabase(created.url)
    secondNode = await openPostgresDatabase(created.url)
  })
  afterAll(async () => {
    await firstNode.close()
    await secondNode.close()
    await created.drop()
  })

  /** Terminates the listening connections, as a restart of the database or a firewall would. */
  async function terminateListeners() {
    const client = new pg.Client({ connectionString: created.url })
    await client.connect()
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = '${FEED_APPLICATION}'`,
    )
    await client.end()
    return rowCount
  }
  async function countListeners() {
    const { rows } = await queryServer(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = '${FEED_APPLICATION}'`,
    )
    return rows[0]?.count
  }
  async function queryServer(text: string) {
    const client = new pg.Client({ connectionString: created.url })
    await client.connect()
    const result = await client.query<{ count: number }>(text)
    await client.end()
    return result
  }

  it('notifies the other node within a second, and each node only once', async () => {
    const localEvents = recordEvents(firstNode)
    const remoteEvents = recordEvents(secondNode)
    await publish(firstNode, 'content:home')
    expect(localEvents).toEqual(['content:home'])
    await vi.waitFor(() => expect(remoteEvents).toEqual(['content:home']), WITHIN_A_SECOND)
    await publish(secondNode, 'content:ai')
    await vi.waitFor(() => expect(localEvents).toEqual(['content:home', 'content:ai']), WITHIN_A_SECOND)
    // Only the poll finds a change without a notification: once it arrives, the poll has seen all earlier ones.
    await queryServer(`insert into changes (name, revision) values ('not-notified', 1)`)
    await vi.waitFor(() => expect(localEvents).toContain('not-notified'), EVENTUALLY)
    await vi.waitFor(() => expect(remoteEvents).toContain('not-notified'), EVENTUALLY)
    expect(localEvents).toEqual(['content:home', 'content:ai', 'not-notified'])
    expect(remoteEvents).toEqual(['content:home', 'content:ai', 'not-notified'])
  })

  it('reconnects after its connection was terminated, reports the changes made meanwhile, and uses one connection per node', async () => {
    expect(await terminateListeners()).toBe(2)
    const remoteEvents = recordEvents(secondNode)
    await publish(firstNode, 'content:submit')
    await vi.waitFor(() => expect(remoteEvents).toEqual(['content:submit']), EVENTUALLY)
    await vi.waitFor(async () => expect(await countListeners()).toBe(2), EVENTUALLY)
    await publish(firstNode, 'content:evaluation')
    await vi.waitFor(() => expect(remoteEvents).toContain('content:evaluation'), WITHIN_A_SECOND)
  })

  it('closes its connection with the database', async () => {
    const short = await openPostgresDatabase(created.url)
    await short.close()
    await vi.waitFor(async () => expect(await countListeners()).toBe(2), EVENTUALLY)
  })
})
