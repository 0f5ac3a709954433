/** A mail server that never replies and a slow object store, while visitors read and write. */
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import { MAIL_CONFIG } from '#testing/factories/mail-settings.ts'
import { startSilentServer } from '#testing/smtp-server.ts'
import { ADMIN, signIn, uploadPicture } from './admin-calls.ts'
import { type Fault, type Outcome, QUIET_SETTINGS, withFolder } from './fault.ts'
import { createLedger, describeRejections, writeOnce } from './ledger.ts'

const STORE_DELAY_MS = 6_000
const UPLOADS = 20
const WRITES = 100
/** The maximum time of a read while other requests wait for a slow service. */
const MAX_READ_MS = 1_000

/** Starts a store that stores nothing and replies with a delay. */
async function startSlowStore() {
  const server = createServer((request, response) => {
    request.resume()
    void setTimeout(STORE_DELAY_MS).then(() => response.writeHead(200).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { host: `127.0.0.1:${port}`, close }
}

/** Writes and reads alternately. Returns the time of the slowest read, and the results of the writes. */
async function readAndWrite({ origin }: ServerProcess) {
  const ledger = createLedger()
  let slowestReadMs = 0
  for (let count = 0; count < WRITES; count += 1) {
    await writeOnce(origin, ledger)
    const startedAt = performance.now()
    const { ok } = await fetch(`${origin}/api/products-list?search=${count}`)
    slowestReadMs = Math.max(slowestReadMs, ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
  }
  return { ledger, slowestReadMs }
}

const describeTraffic = ({ ledger, slowestReadMs }: Awaited<ReturnType<typeof readAndWrite>>) =>
  `${ledger.acknowledged.size} of ${WRITES} writes acknowledged, ${describeRejections(ledger)}; reads served within ${Math.ceil(slowestReadMs)} ms`
const isUnaffected = ({ ledger, slowestReadMs }: Awaited<ReturnType<typeof readAndWrite>>) =>
  ledger.acknowledged.size === WRITES && slowestReadMs < MAX_READ_MS

async function runWithSilentMailServer(dataDir: string): Promise<Outcome> {
  const silent = await startSilentServer()
  const server = await startServer(dataDir, { ...QUIET_SETTINGS, ...ADMIN, MAIL_HOSTS: 'localhost:*' })
  try {
    const authorized = await signIn(server)
    const smtpConfig = { ...MAIL_CONFIG.smtpConfig, host: 'localhost', port: silent.port }
    await fetch(`${server.origin}/api/email/config`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorized },
      body: JSON.stringify({ ...MAIL_CONFIG, smtpConfig }),
    })
    const result = await readAndWrite(server)
    const outbox = await fetch(`${server.origin}/api/email/outbox`, { headers: authorized })
    const { counts } = z.object({ counts: z.object({ waiting: z.int() }) }).parse(await outbox.json())
    return {
      label: 'mail server that accepts connections and never replies',
      figure: `${describeTraffic(result)}; ${counts.waiting} mails queued`,
      isMet: isUnaffected(result) && counts.waiting === WRITES,
    }
  } finally {
    await server.stop()
    await silent.close()
  }
}

async function runWithSlowStore(dataDir: string): Promise<Outcome> {
  const store = await startSlowStore()
  const server = await startServer(dataDir, {
    ...QUIET_SETTINGS,
    ...ADMIN,
    FILES_URL: `s3://key:secret@${store.host}/zhijian?tls=off`,
  })
  try {
    const authorized = await signIn(server)
    const uploads = Promise.all(Array.from({ length: UPLOADS }, () => uploadPicture(server, authorized)))
    const result = await readAndWrite(server)
    const uploaded = (await uploads).filter(({ ok }) => ok).length
    return {
      label: `object store that responds after ${STORE_DELAY_MS / 1_000} s, ${UPLOADS} uploads in flight`,
      figure: `${describeTraffic(result)}; ${uploaded} uploads completed`,
      isMet: isUnaffected(result) && uploaded === UPLOADS,
    }
  } finally {
    await server.stop()
    store.close()
  }
}

export const runSlowDependencies: Fault = async () => [
  await withFolder(runWithSilentMailServer),
  await withFolder(runWithSlowStore),
]
