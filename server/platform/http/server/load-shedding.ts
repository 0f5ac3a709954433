/**
 * Load shedding: rejects requests immediately while the server is overloaded, instead of queueing them until they time out.
 */
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/app-error.ts'

type LoadSheddingOptions = {
  /** For tests: returns `false` to simulate overload. */
  healthCheck?: (() => Promise<boolean>) | undefined
}

/**
 * The maximum mean delay of the event loop per sampling interval. Rendering a page or running a search blocks it for tens
 * of milliseconds, so a delay of a second means that requests arrive faster than they can be handled.
 */
const MAX_EVENT_LOOP_DELAY_MS = 1_000
const SAMPLE_INTERVAL_MS = 1_000
/** Only used with a health check, in tests. */
const HEALTH_CHECK_INTERVAL_MS = 20
/** The sampling interval in which the server started to listen, and the one before it. */
const STARTUP_GRACE_MS = 2 * SAMPLE_INTERVAL_MS
const RETRY_AFTER_SECONDS = 5

/** Registers load shedding. Cached replies aren't affected, since they are sent before the framework sees the request. */
export async function registerLoadShedding(app: FastifyInstance, { healthCheck }: LoadSheddingOptions): Promise<void> {
  // Startup work, such as loading the sample content, also delays the event loop, but isn't load: a server that reports
  // ready must serve requests.
  let graceEndsAt = 0
  app.addHook('onListen', async () => {
    graceEndsAt = performance.now() + STARTUP_GRACE_MS
  })
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    sampleInterval: SAMPLE_INTERVAL_MS,
    ...(healthCheck ? { healthCheck, healthCheckInterval: HEALTH_CHECK_INTERVAL_MS } : {}),
    pressureHandler: async (request, reply) => {
      if (request.routeOptions.config.isAlwaysAvailable || performance.now() < graceEndsAt) return
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      throw new AppError('unavailable')
    },
  })
}
