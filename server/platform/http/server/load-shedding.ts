/**
 * Load shedding: rejects requests immediately while the server is overloaded, instead of queueing them past timeouts.
 */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

type LoadSheddingOptions = {
  /** Returns `false` to count the server as overloaded regardless of measurements; for tests. */
  healthCheck?: (() => Promise<boolean>) | undefined
}

/**
 * The maximum mean event-loop lag over a second. A synchronous task (a page, a search) takes tens of milliseconds: a
 * lag of a second means that more requests are waiting than can be handled.
 */
const MAX_DELAY_MS = 1_000
const SAMPLE_MS = 1_000
const CHECK_INTERVAL_MS = 20
/** Covers the sample during which the node started to listen, and the one before it. */
const STARTUP_GRACE_MS = 2 * SAMPLE_MS
const RETRY_AFTER_SECONDS = '5'

/** Doesn't affect cached replies: they are sent before the framework sees the request. */
export async function registerLoadShedding(app: FastifyInstance, { healthCheck }: LoadSheddingOptions): Promise<void> {
  // Lag caused by the start itself, such as loading the sample content, isn't load: a node that reports ready must
  // serve.
  let graceEndsAt = 0
  app.addHook('onListen', async () => {
    graceEndsAt = performance.now() + STARTUP_GRACE_MS
  })
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    sampleInterval: SAMPLE_MS,
    ...(healthCheck ? { healthCheck, healthCheckInterval: CHECK_INTERVAL_MS } : {}),
    pressureHandler: async (request, reply) => {
      if (request.routeOptions.config.isAlwaysAvailable || performance.now() < graceEndsAt) return
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      throw new AppError('unavailable')
    },
  })
}
