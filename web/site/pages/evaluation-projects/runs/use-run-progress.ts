import { useQueryClient } from '@tanstack/react-query'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { useEffect } from 'react'
import { buildCallUrl } from '#contracts/call-url.ts'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import { getToken } from '../../../../shared/call.ts'
import { LIVE_MS, reloadRuns } from './run-queries.ts'

/**
 * Follows a run that changes, and loads it anew after every change. Tells `onFollow` whether the server says when:
 * otherwise, such as behind a proxy that holds back what is streamed, the page has to ask again and again. `onFollow`
 * must stay the same.
 */
export function useRunProgress(id: string, run: string | undefined, onFollow: (isFollowing: boolean) => void): void {
  const client = useQueryClient()
  useEffect(() => {
    if (run === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    async function follow(runId: string): Promise<void> {
      while (!signal.aborted) {
        try {
          const events = await openEvents({ id, run: runId }, signal)
          while (!(await events.read()).done) {
            onFollow(true)
            await reloadRuns(client)
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
  }, [id, run, client, onFollow])
}

/** Opens the events of a run, with the token that `EventSource` couldn't send. Throws without a stream. */
async function openEvents(params: { id: string; run: string }, signal: AbortSignal) {
  const headers = { authorization: `Bearer ${getToken() ?? ''}` }
  const { ok, body } = await fetch(buildCallUrl(runCalls.watch, { params }), { headers, signal })
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
