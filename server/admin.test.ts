/** Tests the commands as separate processes. */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LOW_COST } from '#testing/test-app.ts'
import { assertRestoreFinished } from './check-restore.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { createAppSecretService } from './modules/app-secret/service.ts'
import { openConfiguredDatabase } from './open-configured-database.ts'
import { systemClock } from './platform/clock.ts'
import { openFileStore } from './platform/files/open-file-store.ts'
import { createServices } from './services.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhijian-admin-'))
})
afterEach(() => rm(folder, { recursive: true }))

function run(args: string[], settings: Record<string, string> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, ...settings }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], { env, cwd: folder })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, ...output })),
  )
}

async function withIdentity<Result>(
  action: (identity: ReturnType<typeof createServices>['identity']) => Promise<Result>,
) {
  const fileStore = openFileStore({ s3: undefined, folder })
  const database = await openConfiguredDatabase({ dataDir: folder, databaseUrl: undefined })
  try {
    return await action(createServices({ database, fileStore, passwordCost: LOW_COST }).identity)
  } finally {
    await database.close()
  }
}

it('prints a new password that can be used to sign in', async () => {
  await withIdentity((identity) => identity.ensureFirstAdmin({ email: 'boss@example.com', password: 'long forgotten' }))
  const { code, out, err } = await run(['reset-password', 'boss@example.com'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const password = /新密码 (\S{24})（只显示这一次，登录后须修改）/.exec(out)?.[1] ?? ''
  const client = { ip: '127.0.0.1', userAgent: undefined }
  const reply = await withIdentity((identity) => identity.login({ email: 'boss', password }, client))
  expect(reply).toMatchObject({ success: true, user: { email: 'boss@example.com', mustChangePassword: true } })

  const unknown = await run(['reset-password', 'nobody@example.com'])
  expect(unknown).toEqual({ code: 1, out: '', err: '没有邮箱为 nobody@example.com 的用户；请核对邮箱地址\n' })
})

it('backs up, verifies and restores, and reports failures by its exit code', async () => {
  await withIdentity((identity) => identity.ensureFirstAdmin({ email: 'boss@example.com', password: 'long forgotten' }))
  const archive = join(folder, 'backup.tar.gz')
  expect(await run(['backup', archive])).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^已备份到 /) })
  expect(await run(['backup', archive])).toEqual({
    code: 1,
    out: '',
    err: `${archive} 已存在，没有覆盖；请换一个文件名\n`,
  })
  const missingFolder = join(folder, 'no', 'such')
  expect(await run(['backup', join(missingFolder, 'backup.tar.gz')])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`操作失败：文件或文件夹不存在：${missingFolder}`),
  })
  expect((await run(['verify', archive])).out).toMatch(/^备份完整，可以恢复\n/)
  const settings = { DATA_DIR: join(folder, 'other') }
  expect((await run(['restore', archive], settings)).out).toMatch(/^已恢复，可以启动服务\n/)
  const again = await run(['restore', archive], settings)
  expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^操作失败：目标不是空的，未作任何改动：/) })
  const lock = lockDataFolder(settings.DATA_DIR)
  expect(await run(['restore', archive, '--replace'], settings)).toEqual({
    code: 1,
    out: '',
    err: `设置 DATA_DIR 有误：另一个智鉴进程正在使用 ${settings.DATA_DIR}；请先停止它，或为本进程指定另一个文件夹\n`,
  })
  lock.release()
  expect(await run(['restore', archive, '--replace'], settings)).toMatchObject({ code: 0, err: '' })
})

const UNREACHABLE = 'postgres://zhijian:a-password@127.0.0.1:1/zhijian'
const UNREACHABLE_MESSAGE =
  /^(.+)数据库 127\.0\.0\.1:1\/zhijian 无法打开（.+）；请确认地址无误、数据库已启动、网络可达\n$/

it('names the database that a copy can’t reach, and creates nothing', async () => {
  await withIdentity((identity) => identity.ensureFirstAdmin({ email: 'boss@example.com', password: 'long forgotten' }))
  const toUnreachable = await run(['copy-to', UNREACHABLE])
  expect(toUnreachable).toMatchObject({ code: 1, out: '' })
  expect(UNREACHABLE_MESSAGE.exec(toUnreachable.err)?.[1]).toBe('目标')

  const copy = join(folder, 'copy')
  const settings = { DATABASE_URL: UNREACHABLE, APP_SECRET: 's'.repeat(32) }
  const fromUnreachable = await run(['copy-to', `sqlite:${copy}`], settings)
  expect(fromUnreachable).toMatchObject({ code: 1, out: '' })
  expect(UNREACHABLE_MESSAGE.exec(fromUnreachable.err)?.[1]).toBe('原')
  expect(await readdir(folder)).not.toContain('copy')

  const backup = await run(['backup', join(folder, 'backup.tar')], settings)
  expect(backup.err).toMatch(/^数据库 127\.0\.0\.1:1\/zhijian 无法打开（/)
})

it('names the file that isn’t a database, and what to do', async () => {
  await withIdentity((identity) => identity.ensureFirstAdmin({ email: 'boss@example.com', password: 'long forgotten' }))
  const file = join(folder, 'other', 'zhijian.sqlite')
  await mkdir(join(folder, 'other'))
  await writeFile(file, 'not a database'.repeat(100))
  const explanation = `数据库 ${file}：这不是数据库文件（SQLite 26）；请检查路径；若是文件损坏，请用备份替换它：npm run admin -- restore 备份文件 --replace\n`
  expect(await run(['copy-to', `sqlite:${join(folder, 'other')}`])).toEqual({
    code: 1,
    out: '',
    err: `目标${explanation}`,
  })
  const reset = await run(['reset-password', 'boss@example.com'], { DATA_DIR: join(folder, 'other') })
  expect(reset).toEqual({ code: 1, out: '', err: explanation })
})

it('neither backs up nor copies a database whose file is empty', async () => {
  const file = join(folder, 'zhijian.sqlite')
  await writeFile(file, '')
  const explanation = `数据库 ${file} 是空的，其中没有智鉴的数据；请检查 DATA_DIR 或 DATABASE_URL\n`
  expect(await run(['backup', join(folder, 'backup.tar')])).toEqual({ code: 1, out: '', err: explanation })
  expect(await run(['copy-to', `sqlite:${join(folder, 'copy')}`])).toEqual({
    code: 1,
    out: '',
    err: `原${explanation}`,
  })
  expect((await readdir(folder)).filter((name) => /backup|copy/.test(name))).toEqual([])
})

it('does not report a database as missing if its folder cannot be read', async () => {
  await symlink('zhijian.sqlite', join(folder, 'zhijian.sqlite'))
  expect(await run(['backup', join(folder, 'backup.tar')])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^操作失败：.*ELOOP/),
  })
})

/** Kills the process instead of the nth rename of the restored data, such as a power failure would. */
const killAtRename = (count: number) => {
  const script = `import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const { rename } = fs
    let remaining = ${count}
    fs.rename = (from, to) => {
      if (/\\.(restoring|replaced)/.test(from + to) && !from.includes('.incoming')) remaining -= 1
      return remaining === 0 ? process.kill(process.pid, 'SIGKILL') : rename(from, to)
    }
    syncBuiltinESMExports()`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

it('restores again after it was killed while it put data in place, and no server starts before', async () => {
  await withIdentity((identity) => identity.ensureFirstAdmin({ email: 'boss@example.com', password: 'long forgotten' }))
  const archive = join(folder, 'backup.tar.gz')
  await run(['backup', archive])
  await mkdir(join(folder, 'uploads'))
  await assertRestoreFinished(folder)
  for (const count of [1, 2, 3]) {
    expect(await run(['restore', archive, '--replace'], killAtRename(count))).toMatchObject({ code: null })
    await expect(assertRestoreFinished(folder)).rejects.toThrow(
      /^设置 DATA_DIR 有误：上次恢复在替换数据时中断，.+ restore 备份文件 --replace，.+ \.replaced-\S+ /,
    )
  }
  expect(await run(['restore', archive, '--replace'])).toMatchObject({ code: 0, err: '' })
  await assertRestoreFinished(folder)
  expect((await readdir(folder)).filter((name) => /restor|unfinished/.test(name))).toEqual([])
})

/** Creates a database with a key that the secret encrypts. */
async function createEncryptedDatabase() {
  const database = await openConfiguredDatabase({ dataDir: folder, databaseUrl: undefined })
  await createAppSecretService({ database, clock: systemClock }).record('o'.repeat(32))
  await database.write(({ db }) =>
    db.insertInto('reportKeys').values({ id: 'k', publicKey: '', privateKeyEncrypted: '', createdAt: '' }).execute(),
  )
  await database.close()
}

it('accepts another secret if the old one is lost', async () => {
  const settings = { APP_SECRET: 's'.repeat(32) }
  await createEncryptedDatabase()
  const { code, out, err } = await run(['accept-secret'], settings)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^已改用现有密钥，服务可以启动；以下内容再也无法解密：报告签名密钥1项\n/)
  expect((await run(['accept-secret'], settings)).out).toBe('现有密钥与数据库相符，无须更换\n')
})

it('says that it has generated the secret that it accepts', async () => {
  await createEncryptedDatabase()
  const path = join(folder, 'secret')
  const creation = `没有密钥文件，已生成新的密钥 ${path}，请另行保存\n`
  const { out } = await run(['accept-secret'])
  expect(out.startsWith(`${creation}已改用新的密钥，服务可以启动；`)).toBe(true)
  expect((await run(['accept-secret'])).out).toBe('现有密钥与数据库相符，无须更换\n')

  await rm(folder, { recursive: true })
  await mkdir(folder)
  await withIdentity((identity) => identity.ensureFirstAdmin({ email: 'boss@example.com', password: 'long forgotten' }))
  expect((await run(['accept-secret'])).out).toBe(`${creation}没有内容因此无法解密，服务可以启动\n`)
})

it.each([
  ['an unknown command', ['restor', 'a file'], {}, /^没有 restor 这个命令，是不是 restore？[^\n]+\n$/],
  ['a missing email address', ['reset-password'], {}, /^用法：[^\n]+\n$/],
  ['an invalid URL of a copy', ['copy-to', 'postgres://a b'], {}, /^用法：[^\n]+\n$/],
  ['help about an unknown command', ['help', 'restor'], {}, /^没有 restor 这个命令，是不是 restore？[^\n]+\n$/],
  ['an extra argument', ['reset-password', 'a@example.com', 'b'], {}, /^用法：[^\n]+\n$/],
  ['an invalid setting', ['reset-password', 'a@example.com'], { PORT: 'x' }, /^设置 PORT 有误：[^\n]+\n$/],
  ['a folder without a database', ['reset-password', 'a@example.com'], {}, /^设置 DATA_DIR 有误：[^\n]+\n$/],
])('prints one line for %s, exits with 1 and creates nothing', async (_, args, settings, line) => {
  const { code, out, err } = await run(args, settings)
  expect(err).toMatch(line)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(await readdir(folder)).toEqual([])
})

it('lists its commands, on request as its output, and without a command as an error', async () => {
  const list = /^用法：npm run admin -- 命令 \[参数\]\n( {2}[^\n]+：[^\n]+\n){8}[^\n]+\n$/
  // Help requires no valid settings.
  for (const name of ['help', '--help', '-h'])
    expect(await run([name], { PORT: 'x' })).toEqual({ code: 0, out: expect.stringMatching(list), err: '' })
  expect(await run([])).toEqual({ code: 1, out: '', err: expect.stringMatching(list) })
  expect(await readdir(folder)).toEqual([])
})

it('imports a table in one transaction, after a dry run that changes nothing', async () => {
  await withIdentity(async () => {})
  const table = join(folder, '目录.csv')
  await writeFile(table, '名称,一句话,评分\n命令导入的,标语,4\n写错的,标语,9\n')
  const rejected = join(folder, '被拒绝的.csv')
  const options = ['agent', table, '--column', '一句话=slogan', '--source', '公开资料｜2026-01-20']
  const dryRun = await run(['import', ...options, '--dry-run', '--rejected', rejected])
  expect(dryRun).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /拒绝 第3行 写错的 评分：不能大于5\n.*\n试运行，目录没有任何改动：新建1，更新0.*拒绝1\n$/,
    ),
  })
  expect(await readFile(rejected, 'utf8')).toContain('3,评分：不能大于5,写错的,标语,9')

  const lock = lockDataFolder(folder)
  expect(await run(['import', ...options])).toMatchObject({ code: 1, err: expect.stringContaining('请先停止它') })
  lock.release()
  const imported = await run(['import', ...options])
  expect(imported).toMatchObject({ code: 0, err: expect.stringContaining('正在保存') })
  expect(imported.out).toMatch(/已导入到智能体目录：新建1，更新0，无变化0，跳过0，拒绝1\n$/)
  expect((await run(['import', ...options])).err).toMatch(/没有导入：没有可以导入的行\n$/)
  expect((await readdir(folder)).filter((name) => name.endsWith('.rows'))).toEqual([])
  expect(await run(['import', 'agent', table, '--column', '一句话=none'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('一列对应的只能是产品的字段'),
  })
}, 60_000)
