/** Results on their way to the platform: each is in the journal first, and is sent until the platform has it. */
import { z } from 'zod'
import { RunnerReceiptSchema, type RunnerResult } from '#contracts/evaluation-runs/runner.ts'
import { runnerCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { MB, RUNNERS } from '#contracts/limits.ts'
import type { Journal } from './journal.ts'
import { type PlatformClient, PlatformUnavailable } from './platform-client.ts'

/** Below the platform's limit of a body. */
const BATCH_BYTES = 4 * MB

type Options = { client: PlatformClient; journal: Journal }

export type ResultQueue = ReturnType<typeof createResultQueue>

/** Creates the queue, with what an earlier process left. */
export function createResultQueue({ client, journal }: Options) {
  const waiting = new Map<string, RunnerResult>(journal.found.results.map((result) => [result.claim, result]))
  let stored = 0
  let lost = 0
  let sending: Promise<void> | undefined

  /** Returns the next results that fit into one request; at least one. */
  function nextBatch(): RunnerResult[] {
    const batch: RunnerResult[] = []
    let bytes = 0
    for (const result of waiting.values()) {
      bytes += Buffer.byteLength(JSON.stringify(result))
      if (batch.length > 0 && (bytes > BATCH_BYTES || batch.length >= RUNNERS.results)) break
      batch.push(result)
    }
    return batch
  }

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const receipts = await client.request(
        runnerCalls.handIn,
        { body: { results: nextBatch() } },
        z.array(RunnerReceiptSchema),
      )
      await journal.forget(receipts.map(({ claim }) => claim))
      for (const { claim, status } of receipts) {
        waiting.delete(claim)
        if (status === 'stored') stored += 1
        else lost += 1
      }
    }
  }

  return {
    /** Takes a result. It is on disk when this ends. */
    async add(result: RunnerResult): Promise<void> {
      await journal.recordResult(result)
      waiting.set(result.claim, result)
    },

    /** Sends what is waiting, several at once. Returns `false` if the platform is away; then it is sent later. */
    async flush(): Promise<boolean> {
      sending ??= sendAll().finally(() => {
        sending = undefined
      })
      try {
        await sending
        return true
      } catch (error) {
        if (error instanceof PlatformUnavailable) return false
        throw error
      }
    },

    listClaims: (): string[] => [...waiting.keys()],
    count: () => ({ waiting: waiting.size, stored, lost }),
  }
}
