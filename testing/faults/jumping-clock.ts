/** A clock that jumps a day ahead and an hour back under a running server, on both databases. */

import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { draftCalls } from '#contracts/drafts/calls.ts'
import { HOUR_MS } from '#contracts/durations.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { openConfigured } from '#server/open-configured.ts'
import { type Program, startServer } from '#testing/bench/production-server.ts'
import { CONFIG } from '#testing/factories/mail-settings.ts'
import { type SmtpTestServer, startSmtpServer } from '#testing/smtp-server.ts'
import { ADMIN, type Authorized, signIn } from './administrator.ts'
import { type Fault, type Outcome, postgresSettings, QUIET, seconds, withFolder, withPostgres } from './fault.ts'
import { countLost, createLedger, type Ledger, listRefused, writeOnce } from './ledger.ts'

/** From the true time: a day ahead, and then an hour back from there. */
const JUMPS = [
  { name: 'a day ahead', offset: 24 * HOUR_MS },
  { name: 'an hour back', offset: 23 * HOUR_MS },
] as const
/** Longer than the server takes to see another time. */
const SETTLE_MS = 200
const WRITES = 10
const LONGEST_MS = 15_000
/** The window of a limit: nobody may have to wait for longer, whatever the clock does. */
const WINDOW_SECONDS = 60
const RECIPIENT = 'wang@example.com'
const LIMITED_ADDRESS = '203.0.113.7'
const DRAFT = { id: 'draft-of-the-clock', value: { title: '未保存的修改' } }

type Scene = { server: Program; smtp: SmtpTestServer; ledger: Ledger; moveClock(offset: number): Promise<void> }

const sendJson = (server: Program, method: string, path: string, body: object, headers: Record<string, string>) =>
  fetch(server.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Returns the mails to the recipient, each once. */
const listMails = (smtp: SmtpTestServer) => {
  const mails = smtp.mails.filter(({ to }) => to.includes(RECIPIENT))
  return {
    count: mails.length,
    distinct: new Set(mails.map(({ source }) => /^Message-ID: .*$/im.exec(source)?.[0])).size,
  }
}

/** Waits until something is so. Returns the time; infinite if it takes too long. */
async function time(isSo: () => boolean | Promise<boolean>): Promise<number> {
  const from = performance.now()
  while (!(await isSo())) {
    if (performance.now() - from > LONGEST_MS) return Number.POSITIVE_INFINITY
    await setTimeout(50)
  }
  return performance.now() - from
}

async function prepare({ server, smtp }: Scene, authorized: Authorized): Promise<void> {
  const smtpConfig = {
    ...CONFIG.smtpConfig,
    host: 'localhost',
    port: smtp.port,
    secure: false,
    username: '',
    password: '',
  }
  await sendJson(server, 'POST', '/api/email/config', { ...CONFIG, smtpConfig }, authorized)
  const loaded = { value: {}, version: 1 }
  const draft = { subject: 'home', editedAt: new Date().toISOString(), loaded, value: DRAFT.value, text: null }
  await sendJson(server, 'PUT', draftCalls.save.path.replace(':id', DRAFT.id), draft, authorized)
}

/** Uses an address's limit up. Returns how long it has to wait, in seconds; 0 if it hasn't. */
async function exhaustLimit({ server }: Scene): Promise<number> {
  for (let call = 0; call < 20; call += 1) {
    const headers = { 'x-forwarded-for': LIMITED_ADDRESS }
    const reply = await sendJson(server, 'POST', leadRequestCalls.requestConsultation.path, {}, headers)
    if (reply.status === 429) return Number(reply.headers.get('retry-after'))
  }
  return 0
}

/** What a visitor, an administrator and the mails find after a jump. Throws in words if it isn't as it should be. */
async function lookAround(scene: Scene, authorized: Authorized, name: string): Promise<number> {
  const { server, smtp, ledger } = scene
  const assert = (isSo: boolean, text: string) => {
    if (!isSo) throw new Error(`${name}: ${text}`)
  }
  for (let count = 0; count < WRITES; count += 1) await writeOnce(server.origin, ledger)
  const mailsTook = await time(() => listMails(smtp).count >= ledger.acknowledged.size)
  assert(mailsTook < LONGEST_MS, `${listMails(smtp).count} of ${ledger.acknowledged.size} mails came`)
  const saved = await sendJson(server, 'PUT', '/api/settings/general', { siteName: name }, authorized)
  assert(saved.ok, `a setting was answered with ${saved.status}`)
  const readName = async () => (await (await fetch(`${server.origin}/api/site`)).text()).includes(name)
  assert((await time(readName)) < LONGEST_MS, 'what was saved is not shown')
  const draft = await fetch(server.origin + draftCalls.get.path.replace(':id', DRAFT.id), { headers: authorized })
  assert((await draft.text()).includes(DRAFT.value.title), `the draft was answered with ${draft.status}`)
  const wait = await exhaustLimit(scene)
  assert(wait <= WINDOW_SECONDS, `a limited address has to wait for ${wait} s`)
  for (const path of ['/readyz', '/products', '/api/products-list'])
    assert((await fetch(server.origin + path)).ok, `${path} is not answered`)
  return mailsTook
}

async function play(label: string, dataDir: string, databaseUrl: string | undefined): Promise<Outcome> {
  const file = join(dataDir, 'clock')
  // Never half written.
  const moveClock = async (offset: number) => {
    await writeFile(`${file}.next`, String(offset))
    await rename(`${file}.next`, file)
    await setTimeout(SETTLE_MS)
  }
  await moveClock(0)
  const module = pathToFileURL(join(import.meta.dirname, 'moved-clock.ts'))
  module.searchParams.set('offset', file)
  const smtp = await startSmtpServer()
  const server = await startServer(join(dataDir, 'data'), {
    ...(databaseUrl ? postgresSettings(databaseUrl) : QUIET),
    ...ADMIN,
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'loopback',
    MAIL_HOSTS: 'localhost:*',
    NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../certificates/localhost.pem'),
    NODE_OPTIONS: `--import=${module.href}`,
  })
  const scene: Scene = { server, smtp, ledger: createLedger(), moveClock }
  try {
    const { sessions, slowest } = await jump(scene)
    const { count, distinct } = listMails(smtp)
    await server.stop()
    const database = await openConfigured({ dataDir: join(dataDir, 'data'), databaseUrl })
    const lostWrites = await countLost(database, scene.ledger)
    await database.close()
    const { size } = scene.ledger.acknowledged
    return {
      label: `clock set a day ahead, then an hour back, ${label}`,
      figure: `${size} acknowledged writes, ${lostWrites} lost, ${listRefused(scene.ledger)}; ${distinct} mails, each sent once, within ${seconds(slowest)}; sessions ${sessions}; drafts, limits and cached replies unaffected`,
      isMet: lostWrites === 0 && scene.ledger.refused.size === 0 && count === size && distinct === size,
    }
  } finally {
    if (server.isAlive()) await server.stop()
    await smtp.close()
  }
}

/** A session that is over by the new time is; its owner signs in anew. One that isn't goes on. */
async function jump(scene: Scene): Promise<{ sessions: string; slowest: number }> {
  const { server, moveClock } = scene
  let authorized = await signIn(server)
  await prepare(scene, authorized)
  let slowest = await lookAround(scene, authorized, 'before')
  const statuses: string[] = []
  for (const { name, offset } of JUMPS) {
    await moveClock(offset)
    const { status } = await fetch(server.origin + identityCalls.me.path, { headers: authorized })
    statuses.push(`${status} ${name}`)
    if (status === 401) authorized = await signIn(server)
    slowest = Math.max(slowest, await lookAround(scene, authorized, name))
  }
  return { sessions: statuses.join(', '), slowest }
}

export const jumpingClock: Fault = async () => {
  const sqlite = await withFolder((folder) => play('SQLite', folder, undefined))
  const postgres = await withPostgres((url) => withFolder((folder) => play('PostgreSQL', folder, url)))
  return postgres ? [sqlite, postgres] : [sqlite]
}
