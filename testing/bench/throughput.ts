/** Compares cached replies with bare node:http that sends the same bytes, in alternating rounds on the same machine. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type ServerProcess, startServerProcess } from './production-server.ts'
import { median } from './statistics.ts'

const runFile = promisify(execFile)
/** Many short rounds, so that each side has some that other load doesn't disturb. */
const ROUNDS = 15
const SECONDS = 1
/** Headers that Node sets itself. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

type Throughput = {
  /** Replies per second. */
  ours: number
  bare: number
  /** The processor time of the bare server against ours. The client limits the replies per second. */
  ratio: number
  /** The least processor time per reply in the server's process, in microseconds: other load only increases it. */
  cost: { ours: number; bare: number }
  bytes: number
}

type Round = { perSecond: number; cost: number }

export async function measureThroughput(server: ServerProcess, path: string, folder: string): Promise<Throughput> {
  const recorded = await recordReply(server.origin + path)
  const file = join(folder, 'recorded.json')
  await writeFile(file, JSON.stringify({ headers: recorded.headers, body: recorded.body.toString('base64') }))
  const bare = await startServerProcess('testing/bench/bare-server.ts', '/', { RECORDED: file })
  const rounds: { ours: Round; bare: Round }[] = []
  try {
    for (const program of [server, bare]) await measureLoad(program, path)
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ ours: await measureLoad(server, path), bare: await measureLoad(bare, path) })
  } finally {
    await bare.stop()
  }
  const getSpeed = (side: 'ours' | 'bare') => median(rounds.map((round) => round[side].perSecond))
  const getCost = (side: 'ours' | 'bare') => Math.min(...rounds.map((round) => round[side].cost))
  const cost = { ours: getCost('ours'), bare: getCost('bare') }
  return {
    ours: getSpeed('ours'),
    bare: getSpeed('bare'),
    ratio: cost.bare / cost.ours,
    cost,
    bytes: recorded.body.length,
  }
}

async function measureLoad(program: ServerProcess, path: string): Promise<Round> {
  const before = await program.getCpuTime()
  const file = join(import.meta.dirname, 'load.ts')
  const { stdout } = await runFile(process.execPath, [file, program.origin + path, String(SECONDS)])
  const { perSecond, replies } = z.object({ perSecond: z.number(), replies: z.number() }).parse(JSON.parse(stdout))
  return { perSecond, cost: (1_000 * ((await program.getCpuTime()) - before)) / replies }
}

function recordReply(url: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (reply) => {
      const chunks: Buffer[] = []
      const headers = reply.rawHeaders.filter(
        (_, index) => !NODE_HEADERS.has(reply.rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''),
      )
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => resolve({ headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}
