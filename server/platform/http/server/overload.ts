/**
 * Refuses requests immediately while the server is overloaded, instead of queueing them until their callers have given
 * up.
 */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

export type Overload = {
  /** Returns false if the server is to count as overloaded, whatever is measured; for tests. */
  healthCheck?: () => Promise<boolean>
}

/**
 * The maximum mean delay of the event loop over a second. A synchronous task (a page, a search) takes some tens of
 * milliseconds: a loop that is a second late has more waiting than it can finish.
 */
const MAX_DELAY_MS = 1_000
const SAMPLE_MS = 1_000
const CHECK_MS = 20
/** How long the sample in which the node started to listen, and the one before it, may count. */
const START_MS = 2 * SAMPLE_MS
const RETRY_AFTER_SECONDS = '5'

/** Kept replies don't come here: they go out before the framework sees a request. */
export async function registerOverload(app: FastifyInstance, { healthCheck }: Overload): Promise<void> {
  // What the start itself took, such as loading the sample content, is no load of callers: a node that says it is ready
  // answers.
  let refusesFrom = 0
  app.addHook('onListen', async () => {
    refusesFrom = performance.now() + START_MS
  })
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: SAMPLE_MS,
    ...(healthCheck ? { healthCheck, healthCheckInterval: CHECK_MS } : {}),
    pressureHandler: async (request, reply) => {
      if (request.routeOptions.config.isAnsweredAlways || performance.now() < refusesFrom) return
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      throw new AppError('unavailable')
    },
  })
}
