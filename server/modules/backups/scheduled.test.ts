import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { createServices, type Services } from '../../services.ts'
import { isDue } from './schedule.ts'
import type { BackupRun } from './store.ts'

describe('a backup is due', () => {
  const NOON = new Date('2026-11-21T04:00:00.000Z')
  const run = (status: BackupRun['status'], startedAt: string): BackupRun => ({
    id: '',
    status,
    startedAt: `2026-11-${startedAt}:00.000Z`,
    endedAt: null,
    size: null,
  })
  it.each<[string, number, BackupRun | undefined, boolean]>([
    ['without an earlier backup', 3, undefined, true],
    ['if the last one started before today’s time', 3, run('done', '20T18:59'), true],
    ['not if the last one started after today’s time', 3, run('done', '20T19:01'), false],
    ['not before today’s time', 13, run('done', '20T05:30'), false],
    ['if yesterday’s was missed', 13, run('done', '20T04:30'), true],
    ['not while one is running', 3, run('running', '20T22:30'), false],
    ['if one was interrupted long ago', 3, run('running', '20T21:30'), true],
    ['not shortly after a failed one', 3, run('failed', '21T03:30'), false],
    ['an hour after a failed one', 3, run('failed', '21T03:00'), true],
  ])('%s', (_, hour, last, expected) => {
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
  const read = async () => (await services.system.getStatus()).backup

  it('makes one backup per day if enabled, and deletes the oldest', async () => {
    expect(await services.backups.runIfDue()).toBe(false)
    await services.settings.update({
      part: 'backups',
      body: { scheduledBackups: true, keptBackups: 2 },
      actor,
      ifMatch: undefined,
    })
    await mkdir(folder)
    await writeFile(join(folder, 'zhijian.tar.gz'), 'not one of ours')
    for (let count = 0; count < 3; count += 1) {
      expect(await services.backups.runIfDue()).toBe(true)
      expect(await services.backups.runIfDue()).toBe(false)
      app().clock.advance(DAY_MS)
    }
    const names = ['zhijian-20261122T020000Z.tar.gz', 'zhijian-20261123T020000Z.tar.gz', 'zhijian.tar.gz']
    expect((await readdir(folder)).sort()).toEqual(names)
    const startedAt = '2026-11-23T02:00:00.000Z'
    expect(await read()).toEqual({
      isScheduled: true,
      last: { status: 'done', startedAt },
      lastSuccessfulRun: { startedAt, size: 6 },
    })
  })

  it('raises an alarm after a failure, retains older backups, and retries', async () => {
    failure = new Error('no space left')
    const before = await readdir(folder)
    await expect(services.backups.runIfDue()).rejects.toThrow('no space left')
    expect(await services.backups.runIfDue()).toBe(false)
    app().clock.advance(HOUR_MS)
    await expect(services.backups.runIfDue()).rejects.toThrow('no space left')
    expect(await readdir(folder)).toEqual(before)
    expect(await read()).toMatchObject({ last: { status: 'failed' }, lastSuccessfulRun: { size: 6 } })
    failure = undefined
    app().clock.advance(HOUR_MS)
    expect(await services.backups.runIfDue()).toBe(true)
  })
})
