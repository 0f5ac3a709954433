/** Sets the clock of a running server a day ahead and an hour back, on both databases. */

import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { draftCalls } from '#contracts/drafts/calls.ts'
import { HOUR_MS } from '#contracts/durations.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import { MAIL_CONFIG } from '#testing/factories/mail-settings.ts'
import { type SmtpTestServer, startSmtpServer } from '#testing/smtp-server.ts'
import { ADMIN, type Authorized, signIn } from './admin-calls.ts'
import {
  type Fault,
  formatSeconds,
  type Outcome,
  postgresSettings,
  QUIET_SETTINGS,
  withFolder,
  withPostgres,
} from './fault.ts'
import { countLostWrites, createLedger, describeRejections, type Ledger, writeOnce } from './ledger.ts'

/** Offsets from the true time: a day ahead, then an hour back from there. */
const CLOCK_OFFSETS = [
  { name: 'a day ahead', offset: 24 * HOUR_MS },
  { name: 'an hour back', offset: 23 * HOUR_MS },
] as const
/** Longer than the server takes to read the changed clock. */
const CLOCK_SETTLE_MS = 200
const WRITES = 10
const MAX_WAIT_MS = 15_000
/** The window of a rate limit: no caller may have to wait longer, regardless of the clock. */
const WINDOW_SECONDS = 60
const RECIPIENT = 'wang@example.com'
const LIMITED_IP = '203.0.113.7'
const DRAFT = { id: 'draft-of-the-clock', value: { title: '未保存的修改' } }

type Setup = { server: ServerProcess; smtp: SmtpTestServer; ledger: Ledger; shiftClock(offset: number): Promise<void> }

const sendJson = (server: ServerProcess, method: string, path: string, body: object, headers: Record<string, string>) =>
  fetch(server.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Counts the mails to the recipient, and the distinct ones among them. */
const countMails = (smtp: SmtpTestServer) => {
  const mails = smtp.mails.filter(({ to }) => to.includes(RECIPIENT))
  return {
    count: mails.length,
    distinct: new Set(mails.map(({ source }) => /^Message-ID: .*$/im.exec(source)?.[0])).size,
  }
}

/** Waits until a condition is true. Returns the milliseconds; infinite if it takes too long. */
async function measureTimeUntil(isTrue: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - startedAt > MAX_WAIT_MS) return Number.POSITIVE_INFINITY
    await setTimeout(50)
  }
  return performance.now() - startedAt
}

async function saveMailSettingsAndDraft({ server, smtp }: Setup, authorized: Authorized): Promise<void> {
  const smtpConfig = {
    ...MAIL_CONFIG.smtpConfig,
    host: 'localhost',
    port: smtp.port,
    secure: false,
    username: '',
    password: '',
  }
  await sendJson(server, 'POST', '/api/email/config', { ...MAIL_CONFIG, smtpConfig }, authorized)
  const loaded = { value: {}, version: 1 }
  const draft = { subject: 'home', editedAt: new Date().toISOString(), loaded, value: DRAFT.value, text: null }
  await sendJson(server, 'PUT', draftCalls.save.path.replace(':id', DRAFT.id), draft, authorized)
}

/** Exhausts the rate limit of an IP address. Returns its waiting time in seconds; 0 if it isn't limited. */
async function exhaustLimit({ server }: Setup): Promise<number> {
  for (let call = 0; call < 20; call += 1) {
    const headers = { 'x-forwarded-for': LIMITED_IP }
    const reply = await sendJson(server, 'POST', leadRequestCalls.requestConsultation.path, {}, headers)
    if (reply.status === 429) return Number(reply.headers.get('retry-after'))
  }
  return 0
}

/**
 * Checks the service after a jump, as visitor, administrator and mail recipient. Returns the time until all mails were
 * delivered. Throws if a check fails.
 */
async function checkService(setup: Setup, authorized: Authorized, name: string): Promise<number> {
  const { server, smtp, ledger } = setup
  const assert = (isTrue: boolean, text: string) => {
    if (!isTrue) throw new Error(`${name}: ${text}`)
  }
  for (let count = 0; count < WRITES; count += 1) await writeOnce(server.origin, ledger)
  const deliveryMs = await measureTimeUntil(() => countMails(smtp).count >= ledger.acknowledged.size)
  assert(deliveryMs < MAX_WAIT_MS, `${countMails(smtp).count} of ${ledger.acknowledged.size} mails arrived`)
  const saved = await sendJson(server, 'PUT', '/api/settings/general', { siteName: name }, authorized)
  assert(saved.ok, `saving a setting returned ${saved.status}`)
  const readName = async () => (await (await fetch(`${server.origin}/api/site`)).text()).includes(name)
  assert((await measureTimeUntil(readName)) < MAX_WAIT_MS, 'a saved setting is not shown')
  const draft = await fetch(server.origin + draftCalls.get.path.replace(':id', DRAFT.id), { headers: authorized })
  assert((await draft.text()).includes(DRAFT.value.title), `the draft returned ${draft.status}`)
  const wait = await exhaustLimit(setup)
  assert(wait <= WINDOW_SECONDS, `a limited IP address has to wait for ${wait} s`)
  for (const path of ['/readyz', '/products', '/api/products-list'])
    assert((await fetch(server.origin + path)).ok, `${path} failed`)
  return deliveryMs
}

async function run(label: string, dataDir: string, databaseUrl: string | undefined): Promise<Outcome> {
  const file = join(dataDir, 'clock')
  // Replaced atomically, since the server reads it at any time.
  const shiftClock = async (offset: number) => {
    await writeFile(`${file}.next`, String(offset))
    await rename(`${file}.next`, file)
    await setTimeout(CLOCK_SETTLE_MS)
  }
  await shiftClock(0)
  const module = pathToFileURL(join(import.meta.dirname, 'offset-clock.ts'))
  module.searchParams.set('offset', file)
  const smtp = await startSmtpServer()
  const server = await startServer(join(dataDir, 'data'), {
    ...(databaseUrl ? postgresSettings(databaseUrl) : QUIET_SETTINGS),
    ...ADMIN,
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'loopback',
    MAIL_HOSTS: 'localhost:*',
    NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../certificates/localhost.pem'),
    NODE_OPTIONS: `--import=${module.href}`,
  })
  const setup: Setup = { server, smtp, ledger: createLedger(), shiftClock }
  try {
    const { sessions, slowestDeliveryMs } = await runJumps(setup)
    const { count, distinct } = countMails(smtp)
    await server.stop()
    const database = await openConfiguredDatabase({ dataDir: join(dataDir, 'data'), databaseUrl })
    const lostWrites = await countLostWrites(database, setup.ledger)
    await database.close()
    const { size } = setup.ledger.acknowledged
    return {
      label: `clock set a day ahead, then an hour back, ${label}`,
      figure: `${size} acknowledged writes, ${lostWrites} lost, ${describeRejections(setup.ledger)}; ${distinct} mails, each sent once, within ${formatSeconds(slowestDeliveryMs)}; sessions ${sessions}; drafts, limits and cached replies unaffected`,
      isMet: lostWrites === 0 && setup.ledger.rejected.size === 0 && count === size && distinct === size,
    }
  } finally {
    if (server.isAlive()) await server.stop()
    await smtp.close()
  }
}

/** Moves the clock and checks the service. Signs in again if the session has expired by the new time. */
async function runJumps(setup: Setup): Promise<{ sessions: string; slowestDeliveryMs: number }> {
  const { server, shiftClock } = setup
  let authorized = await signIn(server)
  await saveMailSettingsAndDraft(setup, authorized)
  let slowestDeliveryMs = await checkService(setup, authorized, 'before')
  const statuses: string[] = []
  for (const { name, offset } of CLOCK_OFFSETS) {
    await shiftClock(offset)
    const { status } = await fetch(server.origin + identityCalls.me.path, { headers: authorized })
    statuses.push(`${status} ${name}`)
    if (status === 401) authorized = await signIn(server)
    slowestDeliveryMs = Math.max(slowestDeliveryMs, await checkService(setup, authorized, name))
  }
  return { sessions: statuses.join(', '), slowestDeliveryMs }
}

export const runClockJumps: Fault = async () => {
  const sqlite = await withFolder((folder) => run('SQLite', folder, undefined))
  const postgres = await withPostgres((url) => withFolder((folder) => run('PostgreSQL', folder, url)))
  return postgres ? [sqlite, postgres] : [sqlite]
}
