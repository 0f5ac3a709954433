/** Compares cached replies with bare node:http that sends the same bytes, in alternating rounds on the same machine. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type ServerProcess, startServerProcess } from './production-server.ts'
import { getRange, median, type Range } from './statistics.ts'

const runFile = promisify(execFile)
/** Many short rounds, so that other load affects both sides, and a disturbed round doesn't change the median. */
const ROUNDS = 11
const SECONDS = 1
/** Headers that Node sets itself. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export type Throughput = {
  /** Replies per second. */
  ours: number
  bare: number
  /** The processor time of the bare server against ours. The client limits the replies per second. */
  ratio: number
  spread: Range
  /** The processor time per reply in the server's process, in microseconds. */
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
  const getMedian = (side: 'ours' | 'bare', figure: keyof Round) => median(rounds.map((round) => round[side][figure]))
  const ratios = rounds.map(({ ours, bare }) => bare.cost / ours.cost)
  return {
    ours: getMedian('ours', 'perSecond'),
    bare: getMedian('bare', 'perSecond'),
    ratio: median(ratios),
    spread: getRange(ratios),
    cost: { ours: getMedian('ours', 'cost'), bare: getMedian('bare', 'cost') },
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
