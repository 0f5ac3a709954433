import { afterAll, beforeAll, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import {
  createPostgresDatabase,
  postgresServer,
  TEST_DATABASES,
  withPostgresClient,
} from '#testing/databases/test-databases.ts'
import { type Database, openPostgresDatabase, openSqliteDatabase } from './database.ts'
import { FEED_APPLICATION } from './postgres-feed.ts'
import type { Topic } from './topics.ts'

const publish = (database: Database, ...names: Topic[]) =>
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
    await publish(database, 'mail')
    unsubscribe()
    await publish(database, 'outbox')
    expect(events).toEqual(['mail'])
  })
})

it('rejects topics that are locked in an order that could deadlock', async () => {
  const database = await openSqliteDatabase(':memory:')
  onTestFinished(() => database.close())
  const write = (...topics: Topic[]) =>
    database.write(async ({ lock }) => {
      for (const topic of topics) await lock(topic)
    })
  await write('catalogue:agent', 'facts:attributes', 'submissions', 'catalogue:agent')
  await expect(write('submissions', 'catalogue:agent')).rejects.toThrow(
    'the topic catalogue:agent must be locked before submissions',
  )
})

it('has no topics of single records, whose rows would accumulate', () => {
  expectTypeOf<`shortlist:${string}`>().not.toExtend<Topic>()
})

describe.each(TEST_DATABASES)('a locked name ($name)', ({ open }) => {
  it('excludes other transactions until the end of its own, and is stored nowhere', async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const steps: string[] = []
    const writeSteps = (name: string) =>
      database.write(async ({ db, lockName }) => {
        await lockName('a lock')
        steps.push(`${name} begins`)
        for (let count = 0; count < 5; count += 1) await db.selectFrom('changes').selectAll().execute()
        steps.push(`${name} ends`)
      })
    await Promise.all([writeSteps('first'), writeSteps('second')])
    const first = steps[0]?.startsWith('first') ? 'first' : 'second'
    const second = first === 'first' ? 'second' : 'first'
    expect(steps).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`])
    expect(await database.read.selectFrom('changes').selectAll().execute()).toEqual([])
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

  const LISTENERS = `from pg_stat_activity where datname = current_database() and application_name = '${FEED_APPLICATION}'`
  const queryServer = (text: string) =>
    withPostgresClient(created.url, (client) => client.query<{ count: number }>(text))

  /** Terminates the listening connections, as a restart of the database or a firewall would. Returns their number. */
  const terminateListeners = async () => (await queryServer(`select pg_terminate_backend(pid) ${LISTENERS}`)).rowCount
  const countListeners = async () => (await queryServer(`select count(*)::int as count ${LISTENERS}`)).rows[0]?.count

  it('notifies the other node within a second, and each node only once', async () => {
    const localEvents = recordEvents(firstNode)
    const remoteEvents = recordEvents(secondNode)
    await publish(firstNode, 'content:home')
    expect(localEvents).toEqual(['content:home'])
    await vi.waitFor(() => expect(remoteEvents).toEqual(['content:home']), WITHIN_A_SECOND)
    await publish(secondNode, 'content:ai')
    await vi.waitFor(() => expect(localEvents).toEqual(['content:home', 'content:ai']), WITHIN_A_SECOND)
    // Only the poll finds a change without a notification: once it arrives, the poll has seen all earlier ones.
    await queryServer(`insert into changes (name, revision) values ('qr-codes', 1)`)
    await vi.waitFor(() => expect(localEvents).toContain('qr-codes'), EVENTUALLY)
    await vi.waitFor(() => expect(remoteEvents).toContain('qr-codes'), EVENTUALLY)
    expect(localEvents).toEqual(['content:home', 'content:ai', 'qr-codes'])
    expect(remoteEvents).toEqual(['content:home', 'content:ai', 'qr-codes'])
  })

  it('locks a name against the other node', async () => {
    const isWaiting = async () =>
      (
        await queryServer(`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted and database =
        (select oid from pg_database where datname = current_database())`)
      ).rows[0]?.count
    let waiting: Promise<unknown> = Promise.resolve()
    let isSecondIn = false
    await firstNode.write(async ({ lockName }) => {
      await lockName('shared')
      waiting = secondNode.write(async (transaction) => {
        await transaction.lockName('shared')
        isSecondIn = true
      })
      await vi.waitFor(async () => expect(await isWaiting()).toBe(1), EVENTUALLY)
      expect(isSecondIn).toBe(false)
    })
    await waiting
    expect(isSecondIn).toBe(true)
  })

  it('reports a change that is committed after a later one', async () => {
    const remoteEvents = recordEvents(secondNode)
    await withPostgresClient(created.url, async (client) => {
      await client.query('begin')
      await client.query(`insert into changes (name, revision) values ('mail', 1)`)
      await queryServer(`insert into changes (name, revision) values ('outbox', 1)`)
      await vi.waitFor(() => expect(remoteEvents).toEqual(['outbox']), EVENTUALLY)
      await client.query('commit')
    })
    await vi.waitFor(() => expect(remoteEvents).toEqual(['outbox', 'mail']), EVENTUALLY)
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
