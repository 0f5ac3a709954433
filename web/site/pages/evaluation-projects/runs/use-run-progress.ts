import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { useEffect } from 'react'
import { buildCallUrl } from '#contracts/call-url.ts'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import { judgeModelCalls } from '#contracts/evaluation-runs/judging-calls.ts'
import { getToken } from '../../../../shared/call.ts'
import { LIVE_MS, reloadJudgings, reloadRuns } from './run-queries.ts'

type Progress = {
  call: typeof runCalls.watch | typeof judgeModelCalls.watchJudging
  /** Loads anew what has changed. */
  reload: (client: QueryClient) => Promise<void>
}
export const RUN_PROGRESS: Progress = { call: runCalls.watch, reload: reloadRuns }
export const JUDGING_PROGRESS: Progress = { call: judgeModelCalls.watchJudging, reload: reloadJudgings }

/**
 * Follows a run that changes, or its judging, and loads it anew after every change. Tells `onFollow` whether the server says when:
 * otherwise, such as behind a proxy that holds back what is streamed, the page has to ask again and again. `progress` and
 * `onFollow` must stay the same.
 */
export function useRunProgress(
  progress: Progress,
  { id, run }: { id: string; run: string | undefined },
  onFollow: (isFollowing: boolean) => void,
): void {
  const client = useQueryClient()
  useEffect(() => {
    if (run === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    async function follow(runId: string): Promise<void> {
      while (!signal.aborted) {
        try {
          const events = await openEvents(progress.call, { id, run: runId }, signal)
          while (!(await events.read()).done) {
            onFollow(true)
            await progress.reload(client)
          }
        } catch {
          // The page asks again and again until the next stream.
          onFollow(false)
        }
        await wait(LIVE_MS, signal)
      }
    }
    void follow(run)
    return () => {
      controller.abort()
      onFollow(false)
    }
  }, [progress, id, run, client, onFollow])
}

/** Opens events, with the token that `EventSource` couldn't send. Throws without a stream. */
async function openEvents(watch: Progress['call'], params: { id: string; run: string }, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${getToken() ?? ''}` }
  const { ok, body } = await fetch(buildCallUrl(watch, { params }), { headers, signal })
  if (!ok || !body) throw new Error('no events')
  return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
