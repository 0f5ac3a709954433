/** Kept replies against bare node:http that sends the same bytes: round about, so that a busy machine hinders both. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { median, type Spread, spreadOf } from './numbers.ts'
import { type Program, startProgram } from './production-server.ts'

const run = promisify(execFile)
const ROUNDS = 5
const SECONDS = 3
/** Node sets these by itself. */
const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export type Throughput = { ours: number; bare: number; ratio: number; spread: Spread; bytes: number }

export async function measureThroughput(server: Program, path: string, folder: string): Promise<Throughput> {
  const recorded = await record(server.origin + path)
  const file = join(folder, 'recorded.json')
  await writeFile(file, JSON.stringify({ headers: recorded.headers, body: recorded.body.toString('base64') }))
  const bare = await startProgram('testing/bench/bare-server.ts', '/', { RECORDED: file })
  const rounds: { ours: number; bare: number }[] = []
  try {
    for (const origin of [server.origin, bare.origin]) await load(origin + path, 1)
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ ours: await load(server.origin + path, SECONDS), bare: await load(bare.origin + path, SECONDS) })
  } finally {
    await bare.stop()
  }
  const ratios = rounds.map((round) => round.ours / round.bare)
  return {
    ours: median(rounds.map(({ ours }) => ours)),
    bare: median(rounds.map((round) => round.bare)),
    ratio: median(ratios),
    spread: spreadOf(ratios),
    bytes: recorded.body.length,
  }
}

async function load(url: string, seconds: number): Promise<number> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'load.ts'), url, String(seconds)])
  return z.object({ perSecond: z.number() }).parse(JSON.parse(stdout)).perSecond
}

function record(url: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (reply) => {
      const chunks: Buffer[] = []
      const headers = reply.rawHeaders.filter(
        (_, at) => !BY_NODE.has(reply.rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''),
      )
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => resolve({ headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}
