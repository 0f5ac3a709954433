/**
 * Follows what vendors typed through the copies of an installation: backups, transfers to another database, copies for
 * people, exports and logs. It is in none of them before the opening, and can be opened in each after the deadline.
 */
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { auditCalls } from '#contracts/audit/calls.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import { INQUIRY_DOCUMENTS } from '#contracts/inquiries/statuses.ts'
import { fillPath } from '#contracts/paths.ts'
import { createApp } from '#server/app.ts'
import { createBackup } from '#server/modules/backups/create-backup.ts'
import type { Installation } from '#server/modules/backups/installation.ts'
import { restoreBackup } from '#server/modules/backups/restore-backup.ts'
import { openPostgresDatabase, openSqliteDatabase } from '#server/platform/database/database.ts'
import { copyDatabase } from '#server/platform/database/transfer/copy-database.ts'
import { createLocalFiles } from '#server/platform/files/local-files.ts'
import { getOtherKind, INSTALLATION_KINDS, setUpInstallations } from '#testing/databases/installations.ts'
import { ANSWERS, createInquiryClient, createVerifiedMember, DEADLINE_MS } from '#testing/factories/inquiries.ts'
import { expectSealed, handInSealed, OPEN_TEXT, SEALED_FILE, SEALED_TEXTS } from '#testing/factories/sealed-inquiry.ts'
import { createSignedInUser, PASSWORD, signIn, toCaller } from '#testing/factories/users.ts'
import { createTestClock, LOW_COST, type TestApp, testConfig } from '#testing/test-app.ts'

const OWNER_EMAIL = 'copied@buyer.example'
/** Creating all tables in another database takes seconds on a busy machine. */
const COPY_TIMEOUT_MS = 90_000
const installations = setUpInstallations()

/** Starts the server on an installation, with a log of everything, slow statements included. */
async function start({ location, secretFile }: Installation, lines: string[] = []): Promise<TestApp> {
  const database =
    location.kind === 'postgres' ? await openPostgresDatabase(location.url) : await openSqliteDatabase(location.file)
  const clock = createTestClock()
  const dataDir = dirname(secretFile)
  const { server, services, routes, calls } = await createApp({
    config: testConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'debug', SLOW_QUERY_MS: '1' }),
    database,
    clock,
    passwordCost: LOW_COST,
    servePages: false,
    startWorkers: false,
    logStream: { write: (line) => lines.push(line) },
  })
  return { server, services, routes, calls, database, clock, dataDir }
}

async function stop({ server, database }: TestApp): Promise<void> {
  await server.close()
  await database.close()
}

/** Returns the text of everything that a member gets with the copy of their data. */
async function readOwnData(app: TestApp): Promise<string> {
  const { headers } = toCaller(await signIn(app, OWNER_EMAIL))
  const { path: url } = accountSecurityCalls.exportData
  const reply = await app.server.inject({ method: 'POST', url, headers, payload: { password: PASSWORD } })
  expect(reply.statusCode).toBe(200)
  const files = Object.entries(unzipSync(reply.rawPayload))
  return files.map(([name, bytes]) => `${name}\n${Buffer.from(bytes)}`).join('\n')
}

/** Opens an inquiry after its deadline, and expects all that the vendor handed in. */
async function expectOpenable(app: TestApp, { id, file }: { id: string; file: string }): Promise<void> {
  app.clock.advance(DEADLINE_MS)
  const owner = toCaller(await signIn(app, OWNER_EMAIL))
  const client = createInquiryClient(
    () => app,
    () => owner,
  )
  expect((await client.open(id)).statusCode).toBe(200)
  const [opened] = (await client.listAnswers(id)).json().data
  for (const [question, answer] of Object.entries(ANSWERS))
    expect(opened.handedIn.answers).toContainEqual({ question, ...answer })
  const downloaded = await client.send('GET', fillPath(inquiryCalls.downloadFile.path, { id, file }))
  expect(downloaded.rawPayload).toEqual(SEALED_FILE.bytes)
  const ownData = await readOwnData(app)
  for (const text of SEALED_TEXTS) expect(ownData).toContain(text)
}

describe.each(INSTALLATION_KINDS)('what is sealed (%s)', (kind) => {
  const lines: string[] = []
  let source: Installation
  let app: TestApp
  let handedIn: Awaited<ReturnType<typeof handInSealed>>
  let archive: string

  beforeAll(async () => {
    source = await installations.create(kind)
    app = await start(source, lines)
    const owner = await createVerifiedMember(app, 'copied')
    handedIn = await handInSealed(
      () => app,
      () => owner,
      'copied',
    )
    archive = installations.getPath(`sealed-${kind}.tar`)
    const { location, uploadsFolder } = source
    const secret = testConfig().appSecret
    await createBackup({ path: archive, location, files: createLocalFiles(uploadsFolder), clock: app.clock, secret })
  })
  afterAll(() => app && stop(app))

  it('is in no backup, not even one with the secret', async () => {
    const text = await readFile(archive, 'utf8')
    expect(text).toContain(OPEN_TEXT)
    expectSealed(text)
  })

  it('is in no copy or export before the opening, of the owner or of the staff', async () => {
    const { id, client } = handedIn
    const ownData = await readOwnData(app)
    expect(ownData).toContain(OPEN_TEXT)
    expectSealed(ownData)
    for (const document of INQUIRY_DOCUMENTS) {
      const reply = await client.send('GET', fillPath(inquiryCalls.downloadDocument.path, { id, document }))
      expect(reply.statusCode).toBe(document === 'clarifications' ? 200 : 409)
      if (reply.statusCode !== 200) continue
      for (const [name, bytes] of Object.entries(unzipSync(reply.rawPayload)))
        expectSealed(`${name}\n${Buffer.from(bytes)}`)
    }
    const { headers } = await createSignedInUser(app, 'super_admin')
    const audit = await app.server.inject({ method: 'GET', url: auditCalls.export.path, headers })
    expect(audit.statusCode).toBe(200)
    expectSealed(audit.body)
  })

  it('is in no mail', async () => {
    const mails = await app.database.read.selectFrom('outbox').select('id').execute()
    const contents = await Promise.all(mails.map(({ id }) => app.services.mail.outbox.findContent(id)))
    expect(JSON.stringify(contents)).toContain(OPEN_TEXT)
    expectSealed(JSON.stringify(contents))
  })

  it('is in no line of the log, neither of accepted nor of refused calls', async () => {
    const { vendor } = handedIn
    const [text] = SEALED_TEXTS
    const refused = [
      await vendor.save('delivery', { value: text, version: 0 }),
      await vendor.save('no-such-question', { value: text, note: text }),
      await vendor.save('sso', { value: { text }, sourceUrl: text }, 1),
      await vendor.ask(`${text}`.repeat(1_000)),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([412, 400, 400, 400])
    for (const line of ['/api/inquiries/answering/submit', 'input-rejected']) expect(lines.join('')).toContain(line)
    expectSealed(lines.join(''))
  })

  it('can be opened after a restore', { timeout: COPY_TIMEOUT_MS }, async () => {
    const target = await installations.create(kind)
    await restoreBackup({ path: archive, target, isReplacing: false, now: app.clock.now() })
    const restored = await start(target)
    onTestFinished(() => stop(restored))
    await expectOpenable(restored, handedIn)
  })

  it('can be opened after it was copied to the other database', { timeout: COPY_TIMEOUT_MS }, async () => {
    const { location } = await installations.create(getOtherKind(kind))
    await copyDatabase(source.location, location)
    const copied = await start({ ...source, location })
    onTestFinished(() => stop(copied))
    await expectOpenable(copied, handedIn)
  })
})
