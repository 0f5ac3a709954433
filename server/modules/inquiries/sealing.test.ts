/** Searches for what vendors typed wherever it must not be: in the database's files, logs of changes, files and mails. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import { ANSWERING_MESSAGES, INQUIRY_MESSAGES } from '#contracts/inquiries/messages.ts'
import { fillPath } from '#contracts/paths.ts'
import { createApp } from '#server/app.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import { ANSWERS, createVerifiedMember, DEADLINE_MS } from '#testing/factories/inquiries.ts'
import { expectSealed, handInSealed, OPEN_TEXT, SEALED_FILE } from '#testing/factories/sealed-inquiry.ts'
import { type Caller, signIn, toCaller } from '#testing/factories/users.ts'
import { createTestClock, LOW_COST, onEveryDatabase, type TestApp, testConfig } from '#testing/test-app.ts'

const NEW_SECRET = 'another secret of 32 letters or more'

async function readFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return (await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'utf8')}`))).join('\n')
}

describe('the files of SQLite', () => {
  it('contain nothing that a vendor typed, neither the database, nor its log, nor the uploads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zhijian-sealing-'))
    const database = await openSqliteDatabase(join(folder, 'zhijian.sqlite'))
    const clock = createTestClock()
    const created = await createApp({
      config: testConfig({ DATA_DIR: folder }),
      database,
      clock,
      passwordCost: LOW_COST,
      servePages: false,
      startWorkers: false,
    })
    onTestFinished(async () => {
      await created.server.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    })
    const app: TestApp = { ...created, database, clock, dataDir: folder }
    const owner = await createVerifiedMember(app, 'buyer')
    await handInSealed(
      () => app,
      () => owner,
      'raw',
    )
    const text = await readFolder(folder)
    expect(text).toContain(OPEN_TEXT)
    expect(text).toContain('-wal')
    expectSealed(text)
  })
})

onEveryDatabase('sealed answers', (app) => {
  let owner: Caller
  const getOwner = () => owner
  async function prepare(name: string) {
    owner = await createVerifiedMember(app(), name)
    return handInSealed(app, getOwner, name)
  }
  async function passDeadline(name: string) {
    app().clock.advance(DEADLINE_MS)
    owner = toCaller(await signIn(app(), `${name}@buyer.example`))
  }

  it('stand in no row of any table', async () => {
    await prepare('rows')
    const tables = await app().database.read.introspection.getTables()
    const rows = await Promise.all(
      tables
        .filter(({ name, isView }) => !isView && !/fts|texts_/.test(name))
        .map(async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(app().database.read)).rows),
    )
    const text = JSON.stringify(rows)
    expect(text).toContain(OPEN_TEXT)
    expectSealed(text)
  })

  it('reach the vendor alone before the opening', async () => {
    const { id, client, vendor } = await prepare('alone')
    expect((await vendor.open()).body).toContain('麒麟小组')
    for (const url of [fillPath(inquiryCalls.get.path, { id }), '/api/inquiries'])
      expectSealed((await client.send('GET', url)).body)
    expect((await client.listAnswers(id)).statusCode).toBe(409)
  })

  it('hide their length, from which a short one could be guessed', async () => {
    await prepare('lengths')
    const rows = await app().database.read.selectFrom('inquiryAnswers').select('contentEncrypted').execute()
    expect(new Set(rows.map(({ contentEncrypted }) => contentEncrypted.length)).size).toBe(1)
  })

  it('can be opened after APP_SECRET was replaced, and not without either secret', async () => {
    const { id, vendor, file } = await prepare('rotation')
    const { database, clock, dataDir } = app()
    const fileStore = openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') })
    const restart = (appSecret: string, previousSecrets: string[]) =>
      createServices({ database, clock, fileStore, appSecret, previousSecrets })
    const previous = testConfig().appSecret ?? ''
    expect(await restart(NEW_SECRET, [previous]).inquiries.reencryptSecrets()).toBeGreaterThan(0)
    const rotated = restart(NEW_SECRET, [])
    onTestFinished(async () => void (await restart(previous, [NEW_SECRET]).inquiries.reencryptSecrets()))
    expect((await rotated.inquiries.answering.open({ token: vendor.token, user: null })).answers).toContainEqual(
      expect.objectContaining({ question: 'delivery', value: ANSWERS.delivery.value }),
    )
    await expect(
      restart('a third secret of 32 letters or more', []).inquiries.answering.open({ token: vendor.token, user: null }),
    ).rejects.toThrow(ANSWERING_MESSAGES.keyLost)
    await passDeadline('rotation')
    await rotated.inquiries.opening.open(id, { id: owner.id, name: owner.name, ip: null })
    const [opened] = await rotated.inquiries.opening.listAnswers(id, owner.id)
    expect(opened?.handedIn.answers).toContainEqual({ question: 'seats', ...ANSWERS.seats })
    expect(await rotated.inquiries.opening.getFile(id, file, owner.id)).toEqual(SEALED_FILE)
  })

  it('leave refused addresses and kept answers in force after APP_SECRET was replaced twice', async () => {
    const { vendor } = await prepare('twice')
    expect((await vendor.submit(1, { isKept: true })).statusCode).toBe(200)
    expect((await vendor.decline(true)).statusCode).toBe(200)
    const { database, clock, dataDir } = app()
    const fileStore = openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') })
    const secrets = [testConfig().appSecret ?? '', NEW_SECRET, 'a third secret of 32 letters or more']
    async function rotate(from: string, to: string) {
      const services = createServices({ database, clock, fileStore, appSecret: to, previousSecrets: [from] })
      await services.inquiries.reencryptSecrets()
      return createServices({ database, clock, fileStore, appSecret: to, previousSecrets: [] })
    }
    const [first = '', second = '', third = ''] = secrets
    await rotate(first, second)
    const { inquiries } = await rotate(second, third)
    onTestFinished(async () => void (await rotate(third, first)))
    expect(await inquiries.isRefusing('twice@a.example')).toBe(true)
    expect(await inquiries.isRefusing('other@a.example')).toBe(false)
    const kept = await inquiries.library.readForOwner('twice@a.example')
    expect(kept.map(({ title }) => title).sort()).toEqual(['单点登录', '如何实施'])
  })

  it('whose key is lost hinder neither the copy of the owner’s data nor a refusal', async () => {
    const { id, client, vendor } = await prepare('lost')
    const { database, clock, dataDir } = app()
    const fileStore = openFileStore({ s3: undefined, folder: join(dataDir, 'uploads') })
    const { inquiries } = createServices({ database, clock, fileStore, appSecret: NEW_SECRET, previousSecrets: [] })
    expect(await inquiries.answering.decline({ token: vendor.token, user: null }, false)).toMatchObject({
      status: 'declined',
      answers: [],
    })
    await passDeadline('lost')
    await client.open(id)
    const copied: unknown[] = []
    for await (const page of inquiries.memberData.readForOwner(owner.id)) copied.push(...page)
    expect(copied).toMatchObject([{ inquiry: { id }, answers: [], note: INQUIRY_MESSAGES.keyLost }])
    expect(await inquiries.memberData.listOpenedFiles(owner.id)).toEqual([])
  })

  it('come with their files when they are opened', async () => {
    const { id, client, vendor, file } = await prepare('files')
    const removed = await vendor.send(answeringCalls.removeFile.path, { file })
    expect(removed.statusCode).toBe(200)
    await passDeadline('files')
    await client.open(id)
    // It had been handed in, and was removed without handing in again.
    const reply = await client.send('GET', fillPath(inquiryCalls.downloadFile.path, { id, file }))
    expect(reply.rawPayload).toEqual(SEALED_FILE.bytes)
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent(SEALED_FILE.name))
  })
})
