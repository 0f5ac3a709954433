import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import { createAccountData } from '#server/account-data.ts'
import { MIGRATIONS } from '#server/platform/database/migrations/migrations.ts'
import { describeSchema, type Table } from '#server/platform/database/transfer/migrated-schema.ts'
import { addMemberData, createMemberDataContext, judgeOneCell, PDF } from '#testing/factories/member-data.ts'
import { type Caller, createSignedInUser, createUser, PASSWORD, signIn, toCaller } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const EMAIL = 'curious@example.com'
const NAME = '好奇者'
const { path: url } = accountSecurityCalls.exportData

/** Names of columns that contain a person's id, name or address. */
const PERSON_COLUMN =
  /^(?:(?:\w+_)?(?:user|owner|author)_id|\w*(?:_by|_by_id|_by_name)|(?:\w+_)?email|by_(?:id|name)|user_name|owner_name|contact_name|to_name|runner|typed_name|local_part)$/

const exportData = ({ server }: TestApp, { headers }: Caller, payload: object = { password: PASSWORD }) =>
  server.inject({ method: 'POST', url, headers, payload })

/** Requests the data and returns the files of the archive by name. */
async function readFiles(app: TestApp, caller: Caller): Promise<Record<string, Buffer>> {
  const reply = await exportData(app, caller)
  expect(reply.statusCode).toBe(200)
  return Object.fromEntries(
    Object.entries(unzipSync(reply.rawPayload)).map(([name, bytes]) => [name, Buffer.from(bytes)]),
  )
}

onEveryDatabase('the copy of a user’s own data', (app) => {
  let member: Caller
  let files: Record<string, Buffer>
  let tables: readonly Table[]
  const readJson = (name: string) => JSON.parse(files[`${name}.json`]?.toString() ?? 'null')
  const readText = (name: string) => files[name]?.toString() ?? ''
  const listParts = () => createAccountData(app().services)

  beforeAll(async () => {
    tables = await describeSchema(Object.keys(MIGRATIONS))
    const context = await createMemberDataContext(app())
    await createUser(app(), {
      email: EMAIL,
      name: NAME,
      phone: '13800138000',
      emailVerifiedAt: '2026-11-21T00:00:00.000Z',
    })
    member = toCaller(await signIn(app(), EMAIL))
    const { judged } = await addMemberData(app(), context, { member, email: EMAIL })
    await judgeOneCell(app(), member, judged)
    files = await readFiles(app(), member)
  })

  it('contains what is stored about the member in each part', () => {
    expect(readJson('账号资料')).toMatchObject({
      name: NAME,
      email: EMAIL,
      phone: '13800138000',
      twoFactor: { enabled: false },
      knownDevices: [{ lastUsedAt: expect.any(String) }],
    })
    expect(readJson('登录的设备')).toMatchObject([{ current: true, ip: '127.0.0.1' }])
    expect(readJson('选型清单')).toMatchObject([{ title: '客服清单', candidates: [{ name: '客服助手' }] }])
    expect(readJson('产品评价')).toMatchObject([{ product: { name: '客服助手' }, proof: { name: '验收单.pdf' } }])
    expect(readJson('有帮助的评价')).toMatchObject([{ productName: '客服助手' }])
    expect(readJson('活动报名')).toMatchObject([{ title: '私享会', status: 'confirmed' }])
    expect(readJson('评估项目')).toMatchObject([
      { project: { name: '自己的选型/客服', judges: [{ name: '李评委' }] }, deletedAt: null, reports: [] },
    ])
    expect(readJson('评委打分')).toMatchObject([
      { name: NAME, email: EMAIL, scores: [{ score: 77, note: '实测通过', files: [{ name: '压测报告.pdf' }] }] },
    ])
    expect(readJson('产品提交')).toMatchObject([{ productName: `${NAME}的产品`, contactName: NAME, status: 'pending' }])
    expect(readJson('咨询与评估申请')).toMatchObject([{ contactName: NAME, requirements: '为客服中心选型' }])
    expect(readJson('厂商声明')).toMatchObject([{ text: '我们已修复该问题', productName: '客服助手' }])
    expect(readText('操作记录.csv')).toContain('报名活动')
    expect(readText('操作记录.csv')).toContain('导出数据')
    expect(readText('邮件记录.csv')).toContain('活动报名通知')
  })

  it('contains the files that the member has uploaded', () => {
    expect(files['评价证明-验收单.pdf']).toEqual(PDF)
    expect(files['证据-压测报告.pdf']).toEqual(PDF)
  })

  it('explains its files, and what it doesn’t contain', () => {
    const readme = readText('说明.txt')
    for (const name of Object.keys(files))
      if (!name.endsWith('.pdf') && name !== '说明.txt') expect(readme).toContain(`${name}：`)
    expect(readme).toContain('另有2个上传的文件')
    expect(readme).toContain('恢复码')
  })

  it('is a ZIP archive named after the day in Shanghai, and is never cached', async () => {
    const { headers } = await exportData(app(), member)
    expect(headers['content-type']).toBe('application/zip')
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/我的数据-\d{4}-\d{2}-\d{2}\.zip$/)
    expect(headers['cache-control']).toContain('no-store')
  })

  it('contains no secret and no hash', async () => {
    const secrets: string[] = []
    for (const { name, columns } of tables)
      for (const column of columns.filter((item) => /hash|encrypted|search_text/.test(item.name))) {
        // The hash of a file of evidence proves that it is unchanged; judges see it, too.
        if (name === 'evaluation_evidence') continue
        const { rows } = await sql<{ value: string | null }>`
          select ${sql.ref(column.name)} as value from ${sql.table(name)}`.execute(app().database.read)
        secrets.push(...rows.flatMap(({ value }) => (value ? [value] : [])))
      }
    expect(secrets.length).toBeGreaterThan(5)
    const text = Object.values(files).join('\n')
    for (const secret of secrets) expect(text).not.toContain(secret)
  })

  it('contains nothing about others’ accounts', () => {
    expect(Object.values(files).join('\n')).not.toContain('curious-author@example.com')
  })

  it('is audited', async () => {
    expect(await listAudit(app(), 'data.export')).toContainEqual(
      expect.objectContaining({ user: { id: member.id, name: NAME }, target: NAME, detail: '本人的数据' }),
    )
  })

  it('contains the drafts of staff, and their actions', async () => {
    const editor = await createSignedInUser(app(), 'editor', 'curious-editor')
    const draft = {
      subject: 'home',
      editedAt: '2026-11-21T00:00:00.000Z',
      loaded: { value: {}, version: 1 },
      value: { title: '草稿标题' },
      text: null,
    }
    const saved = await app().server.inject({
      method: 'PUT',
      url: '/api/drafts/draft-of-editor',
      headers: editor.headers,
      payload: draft,
    })
    expect(saved.statusCode).toBe(200)
    const staffFiles = await readFiles(app(), editor)
    expect(JSON.parse(staffFiles['后台草稿.json']?.toString() ?? '')).toMatchObject([{ value: { title: '草稿标题' } }])
    expect(staffFiles['操作记录.csv']?.toString()).toContain('登录')
  })

  describe('of a member whose address isn’t verified', () => {
    it('contains nothing that was sent with that address', async () => {
      // Somebody else has submitted with this address.
      const { read } = app().database
      expect(await read.selectFrom('submissions').select('id').where('contactEmail', '=', EMAIL).execute()).not.toEqual(
        [],
      )
      await app().database.write(({ db }) =>
        db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', member.id).execute(),
      )
      const unverified = await readFiles(app(), member)
      await app().database.write(({ db }) =>
        db
          .updateTable('users')
          .set({ emailVerifiedAt: '2026-11-21T00:00:00.000Z' })
          .where('id', '=', member.id)
          .execute(),
      )
      expect(JSON.parse(unverified['产品提交.json']?.toString() ?? '')).toEqual([])
      expect(JSON.parse(unverified['咨询与评估申请.json']?.toString() ?? '')).toEqual([])
      expect(Object.keys(unverified)).not.toContain('邮件记录.csv')
      expect(unverified['说明.txt']?.toString()).toContain('邮箱尚未验证')
    })
  })

  it('contains an empty file in place of one that the server has lost', async () => {
    const { read } = app().database
    const { fileKey } = await read.selectFrom('reviewProofs').select('fileKey').executeTakeFirstOrThrow()
    await app().services.files.deleteBytes(fileKey)
    const remaining = await readFiles(app(), member)
    expect(remaining['评价证明-验收单.pdf']).toHaveLength(0)
    expect(remaining['证据-压测报告.pdf']).toEqual(PDF)
  })

  describe('request', () => {
    it.each([
      ['a wrong password', 'wrong', '当前密码不正确'],
      ['no password', null, '请输入当前密码'],
      ['a blank password', '', '请输入当前密码'],
    ])('is rejected with %s', async (_, password, message) => {
      expect(toResult(await exportData(app(), member, { password }))).toMatchObject({
        status: 400,
        errors: [{ path: 'password', message }],
      })
    })

    it('requires a session', async () => {
      expect((await app().server.inject({ method: 'POST', url, payload: { password: PASSWORD } })).statusCode).toBe(401)
    })

    it('is delayed after several wrong passwords', async () => {
      // After that, the failed attempts no longer count.
      onTestFinished(() => {
        app().clock.advance(LOGIN_ATTEMPTS.windowMs + 1)
      })
      let status = 400
      // More attempts than the settings allow.
      for (let attempt = 0; attempt < 20 && status === 400; attempt += 1)
        status = (await exportData(app(), member, { password: 'wrong' })).statusCode
      expect(status).toBe(429)
    })
  })

  describe('the list of its parts', () => {
    it('contains every table that has a column for a person, once', () => {
      const listed = listParts().flatMap((part) => [...part.tables])
      expect(new Set(listed).size).toBe(listed.length)
      const toTableName = (table: string) => table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const listedNames = new Set(listed.map(toTableName))
      const unlisted = tables.filter(
        ({ name, columns }) => columns.some((column) => PERSON_COLUMN.test(column.name)) && !listedNames.has(name),
      )
      expect(unlisted.map(({ name }) => name)).toEqual([])
    })

    it('contains every table in which a member with data in every part is named', async () => {
      const listed = new Set<string>(
        listParts()
          .flatMap((part) => [...part.tables])
          .map((table) => table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
      )
      const unlisted: string[] = []
      for (const { name } of tables) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(app().database.read)
        const text = JSON.stringify(rows)
        if ([member.id, EMAIL, NAME].some((identity) => text.includes(identity)) && !listed.has(name))
          unlisted.push(name)
      }
      expect(unlisted).toEqual([])
    })
  })
})
