/**
 * Tests two nodes as processes behind nginx with the deployed configuration, PostgreSQL, a file store and a mail
 * server.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { IMPORT, MB, UPLOADS_PREFIX } from '#contracts/limits.ts'
import { openConfiguredDatabase } from '#server/open-configured-database.ts'
import { createS3Files } from '#server/platform/files/s3-files.ts'
import { type ServerProcess, startServerProcess } from '#testing/bench/production-server.ts'
import { buildIfNeeded } from '#testing/build-if-needed.ts'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { MAIL_CONFIG } from '#testing/factories/mail-settings.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { startFakeS3 } from '#testing/fake-s3.ts'
import { startCleanUpProcesses } from '#testing/faults/clean-up-processes.ts'
import { countLostWrites, createLedger, writeOnce, writeUntil } from '#testing/faults/ledger.ts'
import { createMultipart } from '#testing/multipart.ts'
import { startSmtpServer } from '#testing/smtp-server.ts'
import { createTcpProxy } from '#testing/tcp-proxy.ts'
import { ensureNginx, startNginx } from './nginx.ts'
import { ensureSwift, startSwift } from './swift.ts'

const SECRET = 'a secret of a cluster for tests alone'
const ADMIN = { email: 'admin@zhijian.test', password: 'a-password-for-tests' }
const ACCESS = { region: 'us-east-1', accessKeyId: 'zhijian:web', secretAccessKey: 'a-secret-of-the-store/+' }
const BUCKET = 'zhijian'
const RECIPIENT = 'wang@example.com'
/** Starting the eight processes takes 12 s, and several times that on a busy machine. */
const MAX_START_MS = 150_000

/** Sends only the headers of a request, which are sufficient to reject a body that is too large. */
const announceBody = async (address: string, bytes: number) => {
  const call = request(address, { method: 'POST', headers: { 'content-length': bytes } })
  call.flushHeaders()
  const [reply]: IncomingMessage[] = await once(call, 'response')
  if (!reply) throw new Error('no reply')
  const body = await text(reply)
  call.destroy()
  return { status: reply.statusCode, type: reply.headers['content-type'], body }
}

async function startCluster(nginxProgram: string, server: string) {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const stopPart of stops.toReversed()) await stopPart()
  }
  try {
    return { ...(await startParts(nginxProgram, server, stops)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts each part, and adds the functions that stop them to `stops`. */
async function startParts(nginxProgram: string, server: string, stops: (() => Promise<unknown>)[]) {
  const created = await createPostgresDatabase(server)
  stops.push(created.drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'zhijian-cluster-'))
  stops.push(() => rm(dataDir, { recursive: true, force: true }))
  const proxy = await createTcpProxy(created.url)
  stops.push(proxy.close)
  const store = hasSwift ? await startSwift(ACCESS, BUCKET) : await startFakeS3(ACCESS)
  stops.push(store.close)
  const smtp = await startSmtpServer()
  stops.push(smtp.close)
  const startNode = async (name: string) => {
    const node = await startServerProcess('server/main.ts', '/readyz', {
      DATABASE_URL: proxy.url,
      FILES_URL: `s3://${encodeURIComponent(ACCESS.accessKeyId)}:${encodeURIComponent(ACCESS.secretAccessKey)}@${store.host}/${BUCKET}?tls=off`,
      DATA_DIR: join(dataDir, name),
      APP_SECRET: SECRET,
      TRUST_PROXY: 'loopback',
      MAIL_HOSTS: 'localhost:*',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      // The self-signed certificate of the mail server.
      NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../certificates/localhost.pem'),
    })
    stops.push(async () => node.isAlive() && node.stop())
    return node
  }
  const first = await startNode('web-1')
  const second = await startNode('web-2')
  const nginx = await startNginx(
    nginxProgram,
    [first, second].map(({ origin }) => new URL(origin).host),
  )
  stops.push(nginx.stop)
  const database = await openConfiguredDatabase({ databaseUrl: created.url, dataDir })
  stops.push(database.close)
  return { nodes: [first, second] as const, nginx, proxy, store, smtp, database, databaseUrl: created.url }
}

type Cluster = Awaited<ReturnType<typeof startCluster>>

const nginxProgram = postgresServer && ensureNginx()
const missing = [postgresServer ? [] : 'PostgreSQL', nginxProgram ? [] : 'nginx'].flat()
if (missing.length > 0) process.stderr.write(`Skipping the cluster tests, which require ${missing.join(' and ')}.\n`)

const hasSwift = missing.length === 0 && ensureSwift()
if (missing.length === 0) {
  process.stderr.write(
    hasSwift
      ? 'The cluster stores its files in OpenStack Swift.\n'
      : 'The cluster stores its files in a fake S3 server, since Swift is not installed.\n',
  )
  // The nodes start as in production, which takes a build.
  buildIfNeeded()
}

// In order: starting a cluster takes half a minute, and the last tests kill its nodes.
describe.skipIf(missing.length > 0)('two nodes behind nginx', { shuffle: false }, () => {
  let cluster: Cluster
  let token: string
  let nodes: readonly [ServerProcess, ServerProcess]

  beforeAll(async () => {
    cluster = await startCluster(nginxProgram ?? '', postgresServer ?? '')
    nodes = cluster.nodes
    const reply = await post(nodes[0].origin, '/api/auth/login', ADMIN)
    token = (await reply.json()).token
  }, MAX_START_MS)
  afterAll(() => cluster?.stop())

  const createHeaders = () => ({ authorization: `Bearer ${token}` })
  const send = (method: string, origin: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const post = (origin: string, path: string, body: object, headers?: Record<string, string>) =>
    send('POST', origin, path, body, headers)
  const readName = async (origin: string) => (await (await fetch(`${origin}/api/site`)).json()).data.siteName

  it('accept a session of one node on the other, and through nginx', async () => {
    for (const origin of [nodes[0].origin, nodes[1].origin, cluster.nginx.origin])
      expect((await fetch(`${origin}/api/settings`, { headers: createHeaders() })).status).toBe(200)
  })

  it('show a change on the other node within one second, and through nginx within two', async () => {
    const [first, second] = nodes
    await Promise.all([second.origin, cluster.nginx.origin].map(readName))
    await send('PUT', first.origin, '/api/settings/general', { siteName: '两个节点' }, createHeaders())
    await expect.poll(() => readName(second.origin), { timeout: 1_000, interval: 20 }).toBe('两个节点')
    // nginx counts whole seconds, so a reply cached for one second can be almost two seconds old.
    await expect.poll(() => readName(cluster.nginx.origin), { timeout: 2_500, interval: 50 }).toBe('两个节点')
  })

  it('have their public replies cached for a second, but no replies to editors', async () => {
    await setTimeout(1_100)
    const fetchSite = () => fetch(`${cluster.nginx.origin}/api/site`)
    const [first, second] = [await fetchSite(), await fetchSite()]
    expect(await first.text()).toBe(await second.text())
    await fetch(`${cluster.nginx.origin}/api/settings`, { headers: createHeaders() })
    const cached = (await cluster.nginx.readLog()).match(/"cache":"HIT"/g)
    expect(cached?.length).toBeGreaterThan(0)
    expect((await fetch(`${cluster.nginx.origin}/api/settings`)).status).toBe(401)
    expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  it('share the rate limit of an IP address', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 14; call += 1) {
      const headers = { 'x-forwarded-for': '203.0.113.7' }
      const node = call % 2 === 0 ? nodes[0] : nodes[1]
      statuses.push((await post(node.origin, leadRequestCalls.requestConsultation.path, {}, headers)).status)
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10)
  })

  it('serve files that were uploaded to the other node', async () => {
    const { headers, payload } = createMultipart([
      { field: 'file', name: 'a.png', type: 'image/png', bytes: await createPng() },
    ])
    const upload = await fetch(`${nodes[0].origin}/api/upload`, {
      method: 'POST',
      headers: { ...headers, ...createHeaders() },
      body: payload,
    })
    const { url } = (await upload.json()).data
    const read = async (origin: string) => Buffer.from(await (await fetch(origin + url)).arrayBuffer())
    const picture = await read(nodes[1].origin)
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect(await read(cluster.nginx.origin)).toEqual(picture)
    const location = { ...ACCESS, bucketUrl: `http://${cluster.store.host}/${BUCKET}`, sessionToken: undefined }
    const stored = await createS3Files(location).open(url.slice(UPLOADS_PREFIX.length))
    expect(stored && (await buffer(stored.stream))).toEqual(picture)
  })

  it('send each mail once', async () => {
    const { port } = cluster.smtp
    const smtpConfig = { ...MAIL_CONFIG.smtpConfig, host: 'localhost', port, secure: false, username: '', password: '' }
    const saved = await post(nodes[0].origin, '/api/email/config', { ...MAIL_CONFIG, smtpConfig }, createHeaders())
    expect(saved.status).toBe(200)
    const ledger = createLedger()
    for (let count = 0; count < 6; count += 1) await writeOnce(nodes[count % 2 === 0 ? 0 : 1].origin, ledger)
    expect(ledger.acknowledged.size).toBe(6)
    const listMessageIds = () =>
      cluster.smtp.mails
        .filter(({ to }) => to.includes(RECIPIENT))
        .map(({ source }) => /^Message-ID: .*$/im.exec(source)?.[0])
    await expect.poll(() => listMessageIds().length, { timeout: 8_000 }).toBe(6)
    await setTimeout(1_500)
    expect(new Set(listMessageIds()).size).toBe(6)
    expect(listMessageIds()).toHaveLength(6)
  })

  it('clean up in only one process', async () => {
    const processes = await startCleanUpProcesses(cluster.databaseUrl, 2)
    expect(await processes.cleanUp()).toBe(1)
    expect(await processes.cleanUp()).toBe(0)
    await processes.stop()
  })

  it('reject large bodies, of calls in JSON, and do not expose their metrics', async () => {
    const call = await announceBody(`${cluster.nginx.origin}/api/upload`, IMPORT.bytes + 2 * MB)
    expect({ status: call.status, type: call.type }).toEqual({ status: 413, type: 'application/json; charset=utf-8' })
    expect(JSON.parse(call.body).success).toBe(false)
    expect((await announceBody(`${cluster.nginx.origin}/submit`, 2 * MB)).status).toBe(413)
    expect((await fetch(`${cluster.nginx.origin}/metrics`)).status).toBe(404)
  })

  it('have their rejection of a large body forwarded', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const reply = await fetch(`${cluster.nginx.origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: 'x'.repeat(20 * MB),
      })
      expect(reply.status).toBe(413)
    }
  })

  it.each([15_000, 16_000, 31_900])('serve a page whose URL has %i characters', async (length) => {
    const url = `${cluster.nginx.origin}/products?q=`
    expect((await fetch(url + 'a'.repeat(length))).status).toBe(200)
  })

  it('recover after an outage of the database', async () => {
    const { nginx, proxy } = cluster
    await fetch(`${nginx.origin}/`)
    proxy.goOffline()
    await setTimeout(1_100)
    const call = await post(
      nginx.origin,
      leadRequestCalls.requestConsultation.path,
      {},
      { 'x-forwarded-for': '203.0.113.8' },
    )
    expect([400, 503]).toContain(call.status)
    expect((await fetch(`${nodes[0].origin}/readyz`)).status).toBe(503)
    expect((await fetch(`${nginx.origin}/`)).status).toBe(200)
    proxy.resume()
    const ledger = createLedger()
    await expect.poll(() => writeOnce(nginx.origin, ledger), { timeout: 10_000 }).toBe(200)
    for (const node of nodes)
      await expect.poll(async () => (await fetch(`${node.origin}/readyz`)).status, { timeout: 10_000 }).toBe(200)
  })

  it('lose no acknowledged write if one of them is killed, and the other continues', async () => {
    const { nginx, database } = cluster
    const ledger = createLedger()
    let isFinished = false
    const writing = writeUntil(nginx.origin, ledger, () => isFinished)
    await setTimeout(700)
    await nodes[0].kill('SIGKILL')
    const before = ledger.acknowledged.size
    const pages = await Promise.all(Array.from({ length: 20 }, () => fetch(`${nginx.origin}/events?page=1`)))
    expect(new Set(pages.map(({ status }) => status)).size).toBe(1)
    expect(pages[0]?.ok).toBe(true)
    await setTimeout(1_000)
    isFinished = true
    await writing
    expect(ledger.acknowledged.size).toBeGreaterThan(before)
    expect(await countLostWrites(database, ledger)).toBe(0)
    // The eight writers each lose the request in progress, and may lose one attempt in the following seconds.
    const rejected = [...ledger.rejected.values()].reduce((sum, count) => sum + count, 0)
    expect(rejected).toBeLessThanOrEqual(16)
    expect((await fetch(`${nginx.origin}/api/settings`, { headers: createHeaders() })).status).toBe(200)
  })

  it('leave nginx to reply with 503 and Retry-After if both are killed', async () => {
    const { origin } = cluster.nginx
    await nodes[1].kill('SIGKILL')
    const replies = [
      await fetch(`${origin}/products?page=1`),
      await fetch(`${origin}/api/settings`, { headers: createHeaders() }),
      await send('PUT', origin, '/api/settings/general', { siteName: '无人' }, createHeaders()),
    ]
    for (const reply of replies) {
      expect(reply.status, reply.url).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('5')
      expect(await reply.text()).toContain('服务暂时不可用')
    }
  })
})
