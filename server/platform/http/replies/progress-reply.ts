/** Streams the progress of a call as lines of JSON, and then its reply; see `contracts/progress.ts`. */
import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROGRESS_TYPE, type ProgressLine, type ReportProgress } from '#contracts/progress.ts'
import { toAppError, toFailure } from '../server/errors.ts'

/** More frequent reports would only cost time. */
const INTERVAL_MS = 200

/** The reports of a call, which begin the response, and what ends it. */
type ProgressReply = {
  report: ReportProgress
  /** Sends the result of the call. Returns what the route's handler returns. */
  send(result: unknown): unknown
  /** Sends an error; rethrows it if the response hasn't begun, so that it has the error's status. */
  fail(error: unknown): unknown
}

/** Creates the reply of a call that reports its progress; without any if the client doesn't accept it. */
export function createProgressReply(request: FastifyRequest, reply: FastifyReply): ProgressReply {
  const isAccepted = String(request.headers.accept).includes(PROGRESS_TYPE)
  let stream: PassThrough | undefined
  let reportedAt = 0

  function write(line: ProgressLine): void {
    if (stream && !stream.destroyed) stream.write(`${JSON.stringify(line)}\n`)
  }

  function end(line: ProgressLine): FastifyReply {
    write(line)
    stream?.end()
    return reply
  }

  return {
    report(progress) {
      const now = performance.now()
      const isDue = now - reportedAt >= INTERVAL_MS || progress.done === 0
      if (!isAccepted || !isDue) return
      reportedAt = now
      if (!stream) {
        stream = new PassThrough()
        // nginx would collect the lines.
        reply.type(PROGRESS_TYPE).header('x-accel-buffering', 'no').send(stream)
      }
      write({ progress })
    },
    send: (result) => (stream ? end({ status: 200, body: JSON.parse(String(reply.serialize(result))) }) : result),
    fail(error) {
      if (!stream) throw error
      const appError = toAppError(error)
      if (appError.code === 'internal') request.log.error({ err: error }, 'request failed')
      return end({ status: appError.status, body: toFailure(appError, request) })
    },
  }
}
