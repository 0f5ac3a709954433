import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startSilentServer } from '#testing/smtp-server.ts'
import { ConfigError } from './config.ts'
import { getSqlitePath, openConfiguredDatabase } from './open-configured-database.ts'
import { FileStoreError } from './platform/files/file-store.ts'
import { createS3Files } from './platform/files/s3-files.ts'
import { explainStartupError } from './startup-error.ts'

const SETTINGS: Parameters<typeof explainStartupError>[1] = {
  port: 80,
  host: '10.9.9.9',
  dataDir: '/srv/zhijian',
  databaseUrl: undefined,
  s3: undefined,
}

const systemError = (fields: Record<string, string>) => Object.assign(new Error(`${fields.code}`), fields)
const explain = (error: unknown, settings = SETTINGS) => {
  const explained = explainStartupError(error, settings)
  return explained instanceof ConfigError ? explained.message : explained
}

describe('explainStartupError', () => {
  it.each<[Record<string, string>, RegExp]>([
    [{ code: 'EADDRINUSE', syscall: 'listen' }, /^设置 PORT 有误：10\.9\.9\.9 的端口 80 已被占用.*换一个端口$/],
    [{ code: 'EACCES', syscall: 'listen' }, /^设置 PORT 有误：没有权限使用端口 80.*大于 1023 的端口$/],
    [{ code: 'EADDRNOTAVAIL', syscall: 'listen' }, /^设置 HOST 有误：本机没有地址 10\.9\.9\.9/],
    [{ code: 'EACCES', path: '/srv/zhijian/secret' }, /^设置 DATA_DIR 有误：没有权限读写 \/srv\/zhijian\/secret/],
    [{ code: 'EEXIST', path: '/srv/zhijian' }, /^设置 DATA_DIR 有误：\/srv\/zhijian 不是文件夹/],
    [{ code: 'EROFS', path: '/srv/zhijian' }, /^设置 DATA_DIR 有误：\/srv\/zhijian 只能读/],
    [{ code: 'EROFS', path: '/srv' }, /^设置 DATA_DIR 有误：\/srv 只能读/],
    [{ code: 'ENOSPC', path: '/srv/zhijian/secret' }, /^设置 DATA_DIR 有误：.*磁盘已满/],
  ])('explains %j in one line, with the setting and the remedy', (fields, explanation) => {
    expect(explain(systemError(fields))).toMatch(explanation)
  })

  it('names the temporary folder if SQLite finds none', () => {
    const SQLITE_IOERR_GETTEMPPATH = 6410
    const error = Object.assign(new Error('disk I/O error'), { errcode: SQLITE_IOERR_GETTEMPPATH })
    expect(explain(error)).toMatch(/^设置 DATA_DIR 有误：读写 \/srv\/zhijian\/zhijian\.sqlite 时出错.*\/tmp/)
  })

  it('says that another program uses the database', () => {
    const SQLITE_BUSY_SNAPSHOT = 517
    const error = Object.assign(new Error('database is locked'), { errcode: SQLITE_BUSY_SNAPSHOT })
    expect(explain(error)).toBe(
      '设置 DATA_DIR 有误：/srv/zhijian/zhijian.sqlite 正被其他程序使用；请先停止它，或指定另一个文件夹',
    )
  })

  describe('with an object store', () => {
    const bucketUrl = 'http://127.0.0.1:1/uploads'
    const s3 = { bucketUrl, region: 'us-east-1', accessKeyId: 'k', secretAccessKey: 's', sessionToken: undefined }

    it('names the store that cannot be reached', async () => {
      const error = await createS3Files(s3)
        .open('a.png')
        .catch((caught: unknown) => caught)
      expect(explain(error, { ...SETTINGS, s3 })).toMatch(
        /^设置 FILES_URL 有误：对象存储 http:\/\/127\.0\.0\.1:1\/uploads 无法访问（.+）；请检查地址与网络/,
      )
    })

    it('names the store that accepts connections and never replies', async () => {
      const server = await startSilentServer()
      onTestFinished(server.close)
      const silent = { ...s3, bucketUrl: `http://127.0.0.1:${server.port}/uploads` }
      const error = await createS3Files(silent, { responseTimeoutMs: 100 })
        .put('a.png', Buffer.from('a'))
        .catch((caught: unknown) => caught)
      expect(explain(error, { ...SETTINGS, s3: silent })).toBe(
        `设置 FILES_URL 有误：对象存储 ${silent.bucketUrl} 没有及时应答；请检查地址与网络，以及对象存储是否正常`,
      )
    })

    it('names the store that rejects requests', () => {
      const error = new FileStoreError(403, 'forbidden')
      expect(explain(error, { ...SETTINGS, s3 })).toBe(
        `设置 FILES_URL 有误：对象存储 ${bucketUrl} 拒绝了请求（403）；请检查密钥、桶及其权限`,
      )
      expect(explain(error)).toBe(error)
    })
  })

  it.each(['/etc/shadow', '/srv/zhijian-archive/secret'])('returns an error about %s unchanged', (path) => {
    const error = systemError({ code: 'EACCES', path })
    expect(explain(error)).toBe(error)
  })

  describe('with SQLite', () => {
    let dataDir: string
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'zhijian-start-'))
      await writeFile(getSqlitePath(dataDir), 'a text instead of a database '.repeat(100))
    })
    afterAll(() => rm(dataDir, { recursive: true }))

    it('explains that the file is not a database', async () => {
      const error = await openConfiguredDatabase({ dataDir, databaseUrl: undefined }).catch((caught: unknown) => caught)
      expect(explain(error, { ...SETTINGS, dataDir })).toMatch(
        /^设置 DATA_DIR 有误：\S+zhijian\.sqlite 已损坏.*从备份恢复（npm run admin -- restore 备份文件 --replace）/,
      )
    })
  })
})
