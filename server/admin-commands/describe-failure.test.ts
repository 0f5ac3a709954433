import { expect, it } from 'vitest'
import { ArchiveError } from '../modules/backups/archive/format.ts'
import { BackupError } from '../modules/backups/backup-error.ts'
import { describeFailure } from './describe-failure.ts'

const createSystemError = (code: string, path?: string) => Object.assign(new Error(code), { code, path })

it.each<[string, unknown, string]>([
  [
    'a file that doesn’t exist',
    createSystemError('ENOENT', '/a/b'),
    '操作失败：文件或文件夹不存在：/a/b（ENOENT）；请检查路径',
  ],
  [
    'a full disk, among the causes',
    new Error('writing failed', { cause: createSystemError('ENOSPC') }),
    '操作失败：磁盘空间不足（ENOSPC）；请清理或扩容后再试',
  ],
  [
    'a damaged database',
    Object.assign(new Error('malformed'), { errcode: 11 }),
    '操作失败：数据库文件已损坏（SQLite 11）；请用备份替换它：npm run admin -- restore 备份文件 --replace',
  ],
  [
    'a disk without space for the index of SQLite’s log',
    Object.assign(new Error('disk I/O error'), { errcode: 4874 }),
    '操作失败：磁盘空间不足（SQLite 4874）；请清理或扩容后再试',
  ],
  [
    'a failed backup',
    new BackupError('storeRejected', '403'),
    '操作失败：对象存储拒绝了请求（403）；请检查 FILES_URL 的密钥与桶，以及该密钥是否有读取的权限。',
  ],
  ['an archive’s error, which says it itself', new ArchiveError('请先更新程序'), '操作失败：请先更新程序'],
  [
    'any other error',
    new Error('two\nlines'),
    '操作失败：two lines；请按这条信息检查后再试，仍不能解决时，请连同命令一起报告',
  ],
])('says what to do about %s', (_, error, message) => {
  expect(describeFailure(error)).toBe(message)
})
