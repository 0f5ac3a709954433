/** Clients that send slowly, stay idle, send endless bodies or disconnect must not affect others. */
import { setTimeout } from 'node:timers/promises'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { type ServerProcess, startServer } from '#testing/bench/production-server.ts'
import { openRawConnection, type RawConnection } from '#testing/raw-connection.ts'
import { type Fault, formatSeconds, type Outcome, QUIET_SETTINGS, withFolder } from './fault.ts'

const SLOW_CLIENTS = 500
const IDLE_CLIENTS = 3_000
const DISCONNECTING_CLIENTS = 500
const CLIENTS_PER_BATCH = 50
const ENDLESS_CLIENTS = 50
const MAX_REPLY_MS = 1_000
/** Headers have 15 s to arrive, which is checked every 2 s. */
const MAX_HEADERS_MS = 20_000
const MAX_BODY_MS = 35_000

const POST = `POST ${leadRequestCalls.requestConsultation.path} HTTP/1.1\r\nHost: z\r\nContent-Type: application/json\r\n`
const CHUNK = `10000\r\n${'x'.repeat(0x10000)}\r\n`

let searchCount = 0
/** Returns the time of an uncached reply. */
async function measureReplyTime({ origin }: ServerProcess): Promise<number> {
  searchCount += 1
  const startedAt = performance.now()
  const reply = await fetch(`${origin}/api/products-list?search=${searchCount}`)
  await reply.text()
  return reply.ok ? performance.now() - startedAt : Number.POSITIVE_INFINITY
}

const openConnections = (server: ServerProcess, count: number): Promise<RawConnection[]> =>
  Promise.all(Array.from({ length: count }, () => openRawConnection(server.origin)))

/** Measures replies to other clients until all `connections` are closed, or until a timeout. */
async function measureReplies(server: ServerProcess, connections: readonly RawConnection[], timeoutMs: number) {
  let isOver = false
  const startedAt = performance.now()
  const closed = Promise.all(connections.map((connection) => connection.closed)).then(
    () => performance.now() - startedAt,
  )
  const ended = Promise.race([closed, setTimeout(timeoutMs, Number.POSITIVE_INFINITY)]).finally(() => {
    isOver = true
  })
  let slowestReplyMs = 0
  while (!isOver) {
    slowestReplyMs = Math.max(slowestReplyMs, await measureReplyTime(server))
    await setTimeout(200)
  }
  return { slowestReplyMs, closedAfterMs: await ended }
}

async function sendSlowHeaders(server: ServerProcess): Promise<Outcome> {
  const connections = await openConnections(server, SLOW_CLIENTS)
  for (const connection of connections) connection.write('GET / HTTP/1.1\r\nHost: z\r\nX-Slow: ')
  const dripTimer = setInterval(() => {
    for (const connection of connections) connection.write('x')
  }, 1_000)
  const { slowestReplyMs, closedAfterMs } = await measureReplies(server, connections, MAX_HEADERS_MS)
  clearInterval(dripTimer)
  return {
    label: `${SLOW_CLIENTS} clients that send one header byte per second`,
    figure: `all closed after ${formatSeconds(closedAfterMs)}; others served within ${Math.round(slowestReplyMs)} ms`,
    isMet: closedAfterMs < MAX_HEADERS_MS && slowestReplyMs < MAX_REPLY_MS,
  }
}

async function stayIdle(server: ServerProcess): Promise<Outcome> {
  const before = await server.memory()
  const connections = await openConnections(server, IDLE_CLIENTS)
  const times: number[] = []
  for (let index = 0; index < 10; index += 1) times.push(await measureReplyTime(server))
  const growth = (await server.memory()) - before
  for (const connection of connections) connection.end()
  return {
    label: `${IDLE_CLIENTS} idle connections`,
    figure: `others served within ${Math.round(Math.max(...times))} ms; ${Math.round(growth)} MB more memory`,
    isMet: Math.max(...times) < MAX_REPLY_MS,
  }
}

async function sendEndlessBodies(server: ServerProcess): Promise<Outcome> {
  const before = await server.memory()
  const connections = await openConnections(server, ENDLESS_CLIENTS)
  for (const connection of connections) connection.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`)
  const streamTimer = setInterval(() => {
    for (const connection of connections) connection.write(CHUNK)
  }, 50)
  const { slowestReplyMs, closedAfterMs } = await measureReplies(server, connections, MAX_BODY_MS)
  clearInterval(streamTimer)
  const growth = (await server.memory()) - before
  return {
    label: `${ENDLESS_CLIENTS} endless request bodies`,
    figure: `all rejected after ${formatSeconds(closedAfterMs)}; others served within ${Math.round(slowestReplyMs)} ms; ${Math.round(growth)} MB more memory`,
    isMet: closedAfterMs < MAX_BODY_MS && slowestReplyMs < MAX_REPLY_MS,
  }
}

async function disconnect(server: ServerProcess): Promise<Outcome> {
  const before = await server.countOpenFiles()
  for (let index = 0; index < DISCONNECTING_CLIENTS; index += CLIENTS_PER_BATCH) {
    const connections = await openConnections(server, CLIENTS_PER_BATCH)
    for (const [position, connection] of connections.entries())
      connection.write(
        position % 2 === 0
          ? 'GET / HTTP/1.1\r\nHost: z\r\n\r\n'
          : `${POST}Content-Length: 90000\r\n\r\n{"companyName":"`,
      )
    await setTimeout(20)
    for (const connection of connections) connection.end()
  }
  await setTimeout(1_000)
  const after = await server.countOpenFiles()
  return {
    label: `${DISCONNECTING_CLIENTS} clients that disconnect in mid-transfer`,
    figure: `${Math.max(0, after - before)} more open files than before; others served within ${Math.round(await measureReplyTime(server))} ms`,
    isMet: after - before < 5,
  }
}

export const runMisbehavingClients: Fault = () =>
  withFolder(async (dataDir) => {
    const server = await startServer(dataDir, QUIET_SETTINGS)
    const outcomes: Outcome[] = []
    for (const runFault of [disconnect, stayIdle, sendSlowHeaders, sendEndlessBodies])
      outcomes.push(await runFault(server))
    const isAlive = server.isAlive()
    await server.stop()
    return outcomes.map((outcome) => ({ ...outcome, isMet: outcome.isMet && isAlive }))
  })
