import { describe, expect, it } from 'vitest'
import type { EndedBackup, SystemBackup } from '#contracts/system/system.ts'
import { findBackupNotice, listBackupDetails } from './describe-backup.ts'

const DONE: EndedBackup = {
  status: 'done',
  startedAt: '2026-11-21T02:00:00.000Z',
  endedAt: '2026-11-21T02:00:42.000Z',
  size: 2 * 1024 * 1024,
  missingFiles: 0,
  failure: null,
}
const FAILED: EndedBackup = { ...DONE, status: 'failed', size: null, missingFiles: null, failure: 'diskFull' }
const createStatus = (last: EndedBackup | null, isScheduled = true): SystemBackup => ({
  isScheduled,
  runningSince: null,
  last,
  firstStartedAt: null,
  lastSuccessfulRun: null,
  failureSinceSuccess: last?.failure ?? null,
})

describe('listBackupDetails', () => {
  it('contains the time, duration and size of a successful backup', () => {
    expect(listBackupDetails(createStatus(DONE))).toEqual([
      ['定时备份', '已开启'],
      ['上次备份', '2026年11月21日 10:00'],
      ['结果', '成功'],
      ['用时', '42秒'],
      ['大小', '2.0 MB'],
    ])
  })

  it('contains the reason of a failed backup, and the last successful one', () => {
    const lastSuccessfulRun = { startedAt: '2026-11-20T02:00:00.000Z', size: 1024 }
    expect(listBackupDetails({ ...createStatus(FAILED), lastSuccessfulRun })).toEqual([
      ['定时备份', '已开启'],
      ['上次备份', '2026年11月21日 10:00'],
      ['结果', '失败：备份文件夹所在的磁盘已满'],
      ['用时', '42秒'],
      ['上次成功的备份', '2026年11月20日 10:00，1.0 KB'],
    ])
  })

  it('says that there is none yet', () => {
    expect(listBackupDetails(createStatus(null, false))).toEqual([
      ['定时备份', '未开启'],
      ['上次备份', '尚无'],
    ])
  })
})

describe('findBackupNotice', () => {
  it.each<[string, EndedBackup | null, string | undefined]>([
    ['nothing before the first backup', null, undefined],
    ['nothing after a successful backup', DONE, undefined],
    ['the reason of a failed backup', FAILED, '上次备份失败：备份文件夹所在的磁盘已满'],
    ['an interrupted backup', { ...FAILED, status: 'interrupted' }, '上次备份没有完成：备份时服务停止了'],
    [
      'files missing in a backup',
      { ...DONE, missingFiles: 3 },
      '上次备份缺少3个上传的文件：数据库中有记录，存储中没有',
    ],
  ])('returns %s', (_, last, title) => {
    expect(findBackupNotice(createStatus(last))?.title).toBe(title)
  })
})
