import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { createServices, type Services } from '../../services.ts'
import { BackupError } from './backup-error.ts'
import { isDue } from './schedule.ts'
import type { BackupRun } from './store.ts'

/** 21 November in Shanghai. */
const NOON = new Date('2026-11-21T12:00:00.000+08:00')

describe('whether a backup is due at noon', () => {
  /** Returns a run that started at a time in Shanghai. */
  const createRun = (status: BackupRun['status'], startedAt: string, heartbeatAt = startedAt): BackupRun => ({
    id: '',
    status,
    startedAt: toTimestamp(startedAt),
    endedAt: null,
    size: null,
    heartbeatAt: toTimestamp(heartbeatAt),
    missingFiles: null,
    failure: null,
  })
  const toTimestamp = (time: string) => new Date(`2026-${time}:00.000+08:00`).toISOString()

  it.each<[string, boolean, number, BackupRun | undefined]>([
    ['without an earlier backup', true, 3, undefined],
    ['if the last one started before today’s time', true, 3, createRun('done', '11-21T02:59')],
    ['if the last one started after today’s time', false, 3, createRun('done', '11-21T03:01')],
    ['before today’s time', false, 13, createRun('done', '11-20T13:30')],
    ['if yesterday’s was missed', true, 13, createRun('done', '11-20T12:30')],
    ['while one is running', false, 3, createRun('running', '11-21T06:30', '11-21T11:59')],
    ['shortly after an interrupted one', false, 3, createRun('running', '11-21T11:30')],
    ['an hour after an interrupted one', true, 3, createRun('running', '11-21T11:00')],
    ['shortly after a failed one', false, 3, createRun('failed', '11-21T11:30')],
    ['an hour after a failed one', true, 3, createRun('failed', '11-21T11:00')],
    ['after a clock was set back by more than an hour', true, 3, createRun('done', '11-21T13:01')],
    ['after a clock was set back, if the last one failed', true, 3, createRun('failed', '11-29T12:00')],
    ['after a clock was set back during a backup', true, 3, createRun('running', '11-29T12:00')],
    ['while one is running on a node whose clock is ahead', false, 3, createRun('running', '11-21T12:01')],
    ['shortly after one on a node whose clock is ahead', false, 3, createRun('done', '11-21T12:01')],
  ])('%s: %s', (_, expected, hour, last) => {
    expect(isDue(NOON, hour, last)).toBe(expected)
  })
})

onEveryDatabase('the schedule of backups', (app) => {
  const actor = { id: 'a', name: '张三', ip: '' }
  let services: Services
  let folder: string
  let failure: Error | undefined

  beforeAll(async () => {
    const { database, clock, dataDir } = app()
    folder = join(dataDir, 'backups')
    const write = async (path: string) => {
      if (failure) throw failure
      await writeFile(path, '备份')
      return { missingFiles: 0 }
    }
    const { appSecret } = testConfig()
    services = createServices({
      database,
      clock,
      appSecret,
      fileStore: { put: async () => {}, open: async () => undefined, remove: async () => {} },
      backupTarget: { folder, write },
    })
  })
  // Each test begins without backups, with a schedule that keeps two of them.
  beforeEach(async () => {
    failure = undefined
    await app().database.write(({ db }) => db.deleteFrom('backupRuns').execute())
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    await services.settings.update('backups', { scheduledBackups: true, keptBackups: 2 }, { actor })
  })
  const getArchiveName = (startedAt: Date) => `zhijian-${startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`
  const getBackupStatus = async () => (await services.system.getStatus()).backup

  it('makes one backup per day if enabled, and deletes the oldest', async () => {
    await services.settings.update('backups', { scheduledBackups: false }, { actor })
    expect(await services.backups.runIfDue()).toBe(false)
    await services.settings.update('backups', { scheduledBackups: true }, { actor })
    await writeFile(join(folder, 'zhijian.tar.gz'), 'not one of ours')
    const times: Date[] = []
    for (let count = 0; count < 3; count += 1) {
      times.push(app().clock.now())
      expect(await services.backups.runIfDue()).toBe(true)
      expect(await services.backups.runIfDue()).toBe(false)
      app().clock.advance(DAY_MS)
    }
    expect((await readdir(folder)).sort()).toEqual([...times.slice(1).map(getArchiveName), 'zhijian.tar.gz'])
    const startedAt = times.at(-1)?.toISOString()
    expect(await getBackupStatus()).toEqual({
      isScheduled: true,
      runningSince: null,
      last: { status: 'done', startedAt, endedAt: startedAt, size: 6, missingFiles: 0, failure: null },
      firstStartedAt: times[0]?.toISOString(),
      lastSuccessfulRun: { startedAt, size: 6 },
      failureSinceSuccess: null,
    })
  })

  it('raises an alarm after a failure, retains older backups, and retries', async () => {
    expect(await services.backups.runIfDue()).toBe(true)
    app().clock.advance(DAY_MS)
    failure = new BackupError('diskFull', 'no space left')
    const before = await readdir(folder)
    await expect(services.backups.runIfDue()).rejects.toThrow('no space left')
    expect(await services.backups.runIfDue()).toBe(false)
    app().clock.advance(HOUR_MS)
    await expect(services.backups.runIfDue()).rejects.toThrow('no space left')
    expect(await readdir(folder)).toEqual(before)
    expect(await getBackupStatus()).toMatchObject({
      last: { status: 'failed', failure: 'diskFull' },
      lastSuccessfulRun: { size: 6 },
    })
    failure = undefined
    app().clock.advance(HOUR_MS)
    expect(await services.backups.runIfDue()).toBe(true)
  })

  it('continues after the clock was set back, and retains the newest archives and those of the future', async () => {
    const { clock } = app()
    const listArchives = async () => (await readdir(folder)).filter((name) => /-\d/.test(name)).sort()
    clock.advance(100 * DAY_MS)
    expect(await services.backups.runIfDue()).toBe(true)
    const futureArchive = (await listArchives()).at(-1)
    clock.advance(DAY_MS)
    failure = new BackupError('diskFull', 'no space left')
    await expect(services.backups.runIfDue()).rejects.toThrow('no space left')
    failure = undefined

    clock.advance(-100 * DAY_MS)
    const times: Date[] = []
    for (let count = 0; count < 3; count += 1) {
      expect(await services.backups.runIfDue()).toBe(true)
      expect(await services.backups.runIfDue()).toBe(false)
      times.push(clock.now())
      const startedAt = clock.now().toISOString()
      expect(await getBackupStatus()).toMatchObject({
        last: { status: 'done', startedAt },
        lastSuccessfulRun: { startedAt },
        failureSinceSuccess: null,
      })
      clock.advance(DAY_MS)
    }
    expect(await listArchives()).toEqual([...times.slice(1).map(getArchiveName), futureArchive])
  })

  it('dates a success of the future before the next attempt, so that backups can become overdue', async () => {
    const { clock } = app()
    clock.advance(300 * DAY_MS)
    expect(await services.backups.runIfDue()).toBe(true)
    clock.advance(-300 * DAY_MS)
    failure = new BackupError('diskFull', 'no space left')
    await expect(services.backups.runIfDue()).rejects.toThrow('no space left')
    const { lastSuccessfulRun, failureSinceSuccess } = await getBackupStatus()
    expect(clock.now().getTime() - Date.parse(lastSuccessfulRun?.startedAt ?? '')).toBe(1)
    expect(failureSinceSuccess).toBe('diskFull')
  })
})
