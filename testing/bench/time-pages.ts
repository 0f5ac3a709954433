import { setTimeout } from 'node:timers/promises'
import { calculateQuantile } from '#contracts/rules/evaluation/trials.ts'
import type { ServerProcess } from './production-server.ts'

const PAGE = '/'
const REQUESTS = 400

/** Returns the 95th percentile of requests for a cached page, one after the other, in milliseconds. */
export async function timePages({ origin }: ServerProcess): Promise<number> {
  const times: number[] = []
  for (let request = 0; request < REQUESTS; request += 1) {
    const started = performance.now()
    await (await fetch(origin + PAGE)).arrayBuffer()
    times.push(performance.now() - started)
    await setTimeout(5)
  }
  return calculateQuantile(
    times.toSorted((a, b) => a - b),
    0.95,
  )
}
