/** Tests the server as a separate process: its settings, output and shutdown. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '#testing/find-free-port.ts'
import { openRawConnection } from '#testing/raw-connection.ts'
import { createAppSecretService } from './modules/app-secret/service.ts'
import { writeRestoreMarker } from './modules/backups/restore-marker.ts'
import { getSqlitePath, openConfiguredDatabase } from './open-configured-database.ts'
import { systemClock } from './platform/clock.ts'
import { migrate } from './platform/database/migrate.ts'
import { MIGRATIONS } from './platform/database/migrations/migrations.ts'
import { createSqliteDialect } from './platform/database/sqlite-driver.ts'
import type { Tables } from './platform/database/tables.ts'

const ROOT = join(import.meta.dirname, '..')
const isBuilt = existsSync(join(ROOT, 'dist/client/manifest.json'))

let folder: string
let running: ReturnType<typeof run> | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-main-'))
})
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
  running = undefined
  await rm(folder, { recursive: true })
})

function run(settings: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  // Without a build, only a server in development gets as far as its settings and its database.
  const NODE_ENV = isBuilt ? 'production' : 'development'
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV, DATA_DIR: join(folder, 'data'), DEMO: 'off', ...settings }
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], { env, cwd: folder })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, ...output })),
  )
  return { child, output, ended }
}

async function start(settings: Record<string, string> = {}) {
  const PORT = String(await findFreePort())
  running = run({ PORT, ...settings })
  const origin = `http://127.0.0.1:${PORT}`
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 50_000 })
  return { ...running, origin }
}

describe('an invalid setting', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['one invalid setting', { PORT: 'x' }, /^设置 PORT 有误：应为端口号\n$/],
    [
      'several invalid settings',
      { PORT: '99999', DEMO: 'maybe', DATABASE_URL: 'postgres://db/z', TRUST_PROXY: 'nginx' },
      /^设置 PORT 有误：.*设置 DEMO 有误：.*设置 TRUST_PROXY 有误：.*设置 APP_SECRET 有误：[^\n]*\n$/,
    ],
    [
      'an unreachable database',
      { DATABASE_URL: 'postgres://127.0.0.1:1/z', APP_SECRET: 's'.repeat(32) },
      /^设置 DATABASE_URL 有误：数据库 127.0.0.1:1\/z 无法打开（[^\n]*ECONNREFUSED[^\n]*）；请确认[^\n]*\n$/,
    ],
    [
      'a data folder that is a file',
      { DATA_DIR: import.meta.filename },
      /^设置 DATA_DIR 有误：\S*main\.test\.ts 不是文件夹；[^\n]*\n$/,
    ],
  ])('stops the server with one line: %s', async (_, settings, line) => {
    const { code, out, err } = await run(settings).ended
    expect(err).toMatch(line)
    expect({ code, out }).toEqual({ code: 1, out: '' })
  })
})

describe('a database of another version', () => {
  async function createDatabase(names: readonly string[]): Promise<void> {
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(getSqlitePath(join(folder, 'data'))) })
    await migrate(db, Object.fromEntries(names.map((name) => [name, async () => {}])))
    await db.destroy()
  }

  it('stops the server with one line that contains the remedy', async () => {
    await createDatabase(['001-first', '002-accounts'])
    const { code, out, err } = await run({}).ended
    expect(err).toBe(
      '设置 DATA_DIR 有误：数据库来自不再支持的早期版本，其中有本版本没有的迁移（001-first、002-accounts）；请改为新的文件夹，或换回建立它的版本\n',
    )
    expect({ code, out }).toEqual({ code: 1, out: '' })
  })

  it('is also rejected if the version is newer', async () => {
    await createDatabase([...Object.keys(MIGRATIONS), '999-later'])
    await expect(openConfiguredDatabase({ dataDir: join(folder, 'data'), databaseUrl: undefined })).rejects.toThrow(
      '设置 DATA_DIR 有误：数据库来自更新的版本，其中有本版本没有的迁移（999-later）；请先更新程序，再启动',
    )
  })
})

it('stops with one line after a restore that was cut off, and creates no database', async () => {
  const data = join(folder, 'data')
  await mkdir(data)
  await writeRestoreMarker(data, '.replaced-2026-11-21T02-00-00-000Z')
  const { code, out, err } = await run({}).ended
  expect(err).toMatch(/^设置 DATA_DIR 有误：上次恢复在替换数据时中断，[^\n]+\n$/)
  expect([code, out, existsSync(getSqlitePath(data))]).toEqual([1, '', false])
})

describe('a database whose secret is missing', () => {
  const data = () => join(folder, 'data')

  async function createDatabaseWithMail(): Promise<void> {
    const database = await openConfiguredDatabase({ dataDir: data(), databaseUrl: undefined })
    await database.write(({ db }) =>
      sql`insert into outbox (id, kind, to_name, to_email, subject, body_encrypted, status, attempts, last_error, created_at)
        values ('m1', 'passwordReset', '', 'a@example.com', '', 'v1.x', 'waiting', 0, '', '')`.execute(db),
    )
    await database.close()
  }

  it('stops the server with one line, without creating a secret file', async () => {
    await createDatabaseWithMail()
    const file = join(data(), 'secret')
    const { code, out, err } = await run({}).ended
    expect(err).toBe(
      `设置 DATA_DIR 有误：没有密钥文件 ${file}，待发送的邮件1项无法解密；请把备份中的密钥文件放到 ${file}，或把原来的密钥设为 APP_SECRET。密钥确已丢失时，运行 npm run admin -- accept-secret 后再启动\n`,
    )
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(existsSync(file)).toBe(false)
  })

  it('stops the server if another secret is configured', async () => {
    await createDatabaseWithMail()
    const database = await openConfiguredDatabase({ dataDir: data(), databaseUrl: undefined })
    await createAppSecretService({ database, clock: systemClock }).record('o'.repeat(32))
    await database.close()
    const { err } = await run({ APP_SECRET: 's'.repeat(32) }).ended
    expect(err).toMatch(
      /^设置 APP_SECRET 有误：密钥不是这个数据库的密钥，待发送的邮件1项无法解密；[^\n]*APP_SECRET_PREVIOUS[^\n]*\n$/,
    )
  })
})

// Starting and stopping a process takes long on a busy machine.
const SLOW = { timeout: 60_000 }

describe.skipIf(!isBuilt)('the running server (skipped if the site is not built)', SLOW, () => {
  it('prints its URL and the password of the first administrator, and protects its files', async () => {
    const { child, ended, output, origin } = await start()
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
    })
    // On a busy machine, slow queries are logged, too.
    const messages = output.out.split('\n').filter((line) => !line.startsWith('{'))
    expect(messages).toEqual([
      expect.stringMatching(/^已创建管理员 admin@zhijian\.local，初始密码 \S{12,}（只显示这一次，首次登录时须修改）$/),
      `智鉴已启动：${origin}`,
      '',
    ])
    expect(output.err).toBe('')
    for (const name of ['secret', 'zhijian.sqlite', 'zhijian.sqlite-wal'])
      expect((await stat(join(folder, 'data', name))).mode & 0o777, name).toBe(0o600)
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
  })

  it('shuts down while a browser is connected', async () => {
    const { child, ended, output, origin } = await start()
    const browser = await openRawConnection(origin)
    browser.write('GET /healthz HTTP/1.1\r\nHost: z\r\n\r\n')
    await vi.waitFor(() => expect(browser.received()).toContain('200 OK'))
    const startedAt = performance.now()
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(output.err).toBe('')
    await browser.closed
  })

  it('rejects a common password of the first administrator with one line', async () => {
    const { code, out, err } = await run({ ADMIN_PASSWORD: 'Password1' }).ended
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: '设置 ADMIN_PASSWORD 有误：这个密码太常见，容易被猜到，请换一个\n',
    })
  })

  it('shuts down within ten seconds with an unfinished request, and says that it was cut off', async () => {
    const { child, ended, origin } = await start()
    const client = await openRawConnection(origin)
    client.write('POST /api/site HTTP/1.1\r\nHost: z\r\nContent-Length: 100\r\n')
    const startedAt = performance.now()
    child.kill('SIGTERM')
    child.kill('SIGTERM')
    const { code, err } = await ended
    expect({ code, err }).toEqual({ code: 0, err: '停止时仍有请求没有完成，7.5 秒后已中断\n' })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    client.end()
  })

  it('prints one line if its port is in use', async () => {
    const { origin } = await start()
    const { code, err } = await run({ PORT: new URL(origin).port, DATA_DIR: join(folder, 'other') }).ended
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^设置 PORT 有误：[^\n]*EADDRINUSE[^\n]*\n$/) })
  })
})
