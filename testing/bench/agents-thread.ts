/** Runs in a worker thread: agents that answer after a while, whose work doesn't delay whoever measures. */
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { json, startAgent } from '#testing/agent-server.ts'

const { agents, answerMs }: { agents: number; answerMs: number } = workerData
let first = Number.POSITIVE_INFINITY
let last = 0

const started = await Promise.all(
  Array.from({ length: agents }, () =>
    startAgent(async (reply, request, index) => {
      first = Math.min(first, performance.now())
      await setTimeout(answerMs)
      json({ choices: [{ message: { content: '答' }, finish_reason: 'stop' }] })(reply, request, index)
      last = performance.now()
    }),
  ),
)
parentPort?.on('message', () => parentPort?.postMessage(last - first))
parentPort?.postMessage(started.map(({ url }) => url))
