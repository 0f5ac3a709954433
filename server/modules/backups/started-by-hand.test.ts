import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#contracts/durations.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { createServices, type Services } from '../../services.ts'
import { BackupError } from './backup-error.ts'

/** Longer than it takes until the outcome is recorded again. */
const WAIT_LIMIT = { timeout: 5_000 }
const ACTOR = { id: 'a', name: '张三', ip: '' }

onEveryDatabase('backups started by hand', (app) => {
  /** The backups that are being written, each with the functions that end it. */
  const writes: { succeed(): void; fail(error: Error): void }[] = []
  let nodes: [Services, Services]

  const startNode = (database = app().database): Services => {
    const { clock, dataDir } = app()
    const write = async (path: string, signal: AbortSignal) => {
      signal.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        writes.push({ succeed: resolve, fail: reject })
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      await writeFile(path, '备份')
      return { missingFiles: 2 }
    }
    return createServices({
      database,
      clock,
      appSecret: testConfig().appSecret,
      fileStore: { put: async () => {}, open: async () => undefined, remove: async () => {} },
      backupTarget: { folder: join(dataDir, 'backups'), write },
    })
  }
  // Each test has new nodes, and a database without backups and alarms.
  beforeEach(async () => {
    app().clock.advance(MINUTE_MS)
    nodes = [startNode(), startNode()]
    await app().database.write(async ({ db }) => {
      for (const table of ['backupRuns', 'alarms'] as const) await db.deleteFrom(table).execute()
    })
    await schedule(false)
  })
  afterEach(async () => {
    for (const node of nodes) await node.backups.close()
    writes.length = 0
  })

  const schedule = (scheduledBackups: boolean) =>
    nodes[0].settings.update('backups', { scheduledBackups }, { actor: ACTOR })
  const start = (services: Services = nodes[0]) => services.backups.start(ACTOR)
  /** Returns the functions that end the backup that is being written. */
  const takeWrite = () =>
    vi.waitFor(() => {
      const write = writes.shift()
      if (!write) throw new Error('no backup is being written')
      return write
    }, WAIT_LIMIT)
  const succeed = async () => (await takeWrite()).succeed()
  const fail = async (error: Error) => (await takeWrite()).fail(error)
  /** Checks the alarms, of which the second check raises new ones. Returns what they say. */
  async function checkAlarms(): Promise<string[]> {
    await nodes[0].alarms.check({ loopDelayMs: 0, requests: { count: 0, errors: 0 } })
    return (await nodes[1].alarms.list()).map(({ detail }) => detail)
  }
  const waitForEnd = () =>
    vi.waitFor(async () => {
      const status = await nodes[1].backups.getStatus()
      expect(status.runningSince).toBeNull()
      return status
    }, WAIT_LIMIT)

  it('runs in the background, and reports its outcome to all nodes', async () => {
    const startedAt = app().clock.now().toISOString()
    expect(await start()).toEqual({
      isScheduled: false,
      runningSince: startedAt,
      last: null,
      firstStartedAt: startedAt,
      lastSuccessfulRun: null,
      failureSinceSuccess: null,
    })
    app().clock.advance(12_000)
    await succeed()
    expect(await waitForEnd()).toEqual({
      isScheduled: false,
      runningSince: null,
      last: {
        status: 'done',
        startedAt,
        endedAt: app().clock.now().toISOString(),
        size: 6,
        missingFiles: 2,
        failure: null,
      },
      firstStartedAt: startedAt,
      lastSuccessfulRun: { startedAt, size: 6 },
      failureSinceSuccess: null,
    })
  })

  it('rejects another one on each node while it runs', async () => {
    await start()
    for (const node of nodes) await expect(node.backups.start(ACTOR)).rejects.toMatchObject({ code: 'conflict' })
    await succeed()
    await waitForEnd()
    expect(writes).toEqual([])
  })

  it('counts as the scheduled one, which does not run during it nor after it', async () => {
    await schedule(true)
    await start()
    expect(await nodes[1].backups.runIfDue()).toBe(false)
    await succeed()
    await waitForEnd()
    expect(await nodes[1].backups.runIfDue()).toBe(false)
  })

  it('is audited with who started it', async () => {
    await start()
    await succeed()
    await waitForEnd()
    const { items } = await nodes[0].audit.list(
      { user: '', action: 'backup.start', from: undefined, to: undefined, page: 1 },
      { role: 'super_admin' },
    )
    expect(items[0]).toMatchObject({ user: { name: '张三' }, at: app().clock.now().toISOString() })
  })

  it('starts once if two nodes start it at the same time', async () => {
    const results = await Promise.allSettled(nodes.map((node) => node.backups.start(ACTOR)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await succeed()
    await waitForEnd()
    expect(writes).toEqual([])
  })

  it('reports the reason of a failure, which the log has as well', async () => {
    const onFailure = vi.fn()
    nodes[0].backups.onFailure(onFailure)
    await start()
    const error = new BackupError('storeRejected', '403')
    await fail(error)
    expect(await waitForEnd()).toMatchObject({ last: { status: 'failed', size: null, failure: 'storeRejected' } })
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(error)
  })

  it('is described alike by the status, the alarm and the readiness probe', async () => {
    const describeBackup = async () => {
      await checkAlarms()
      const { alarms, backup } = await nodes[1].system.getStatus()
      return { alarms: alarms.map(({ detail }) => detail), status: backup.last?.status }
    }
    await schedule(true)
    await start()
    await fail(new BackupError('storeRejected', '403'))
    await waitForEnd()
    // An alarm is raised by the second check.
    await describeBackup()
    expect(await describeBackup()).toEqual({
      alarms: [expect.stringMatching(/^最近一次备份失败：对象存储拒绝了请求；/)],
      status: 'failed',
    })
    expect((await app().server.inject('/readyz')).statusCode).toBe(200)
    app().clock.advance(MINUTE_MS)
    await start()
    const write = await takeWrite()
    expect(await describeBackup()).toMatchObject({ alarms: [expect.any(String)], status: 'failed' })
    write.succeed()
    await waitForEnd()
    expect(await describeBackup()).toEqual({ alarms: [], status: 'done' })
  })

  it('retains the alarm of a failure while its retries are interrupted', async () => {
    await schedule(true)
    await start()
    await fail(new BackupError('diskFull', 'no space left'))
    await waitForEnd()
    await checkAlarms()
    expect(await checkAlarms()).toEqual([expect.stringMatching(/^最近一次备份失败：备份文件夹所在的磁盘已满；/)])
    app().clock.advance(MINUTE_MS)
    const node = startNode()
    await start(node)
    await takeWrite()
    await node.backups.close()
    expect(await checkAlarms()).toEqual([
      expect.stringMatching(/^最近一次备份失败：备份文件夹所在的磁盘已满，此后的重试没有完成；/),
    ])
    app().clock.advance(MINUTE_MS)
    await start()
    await succeed()
    await waitForEnd()
    expect(await checkAlarms()).toEqual([])
  })

  it('records the reason once the database that was unavailable is back', async () => {
    const { database } = app()
    let isUnavailable = false
    const node = startNode({
      ...database,
      write(callback) {
        if (!isUnavailable) return database.write(callback)
        isUnavailable = false
        return Promise.reject(new DatabaseUnavailableError(new Error('down')))
      },
    })
    await start(node)
    const write = await takeWrite()
    isUnavailable = true
    write.fail(new BackupError('databaseUnavailable', 'down'))
    await vi.waitFor(async () => expect(isUnavailable).toBe(false))
    expect((await nodes[1].backups.getStatus()).runningSince).not.toBeNull()
    expect(await waitForEnd()).toMatchObject({ last: { status: 'failed', failure: 'databaseUnavailable' } })
  })

  it('counts as interrupted once its node no longer sends heartbeats, and the next one can start', async () => {
    await start()
    await takeWrite()
    const { runningSince } = await nodes[1].backups.getStatus()
    app().clock.advance(MINUTE_MS + 1)
    expect(await nodes[1].backups.getStatus()).toMatchObject({
      runningSince: null,
      last: { status: 'interrupted', startedAt: runningSince, endedAt: runningSince, failure: null },
    })
    await start(nodes[1])
    await succeed()
    expect(await waitForEnd()).toMatchObject({ last: { status: 'done' } })
  })

  it('is interrupted by the end of its node', async () => {
    const node = startNode()
    await start(node)
    await takeWrite()
    await node.backups.close()
    expect(await nodes[1].backups.getStatus()).toMatchObject({
      runningSince: null,
      last: { status: 'interrupted', failure: null },
    })
  })

  it('requires permission to change the settings', async () => {
    const { headers } = await createSignedInUser(app(), 'viewer')
    const reply = await app().server.inject({ method: 'POST', url: '/api/system/backups', headers })
    expect(reply.statusCode).toBe(403)
  })
})
