import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { notFound, unauthenticated } from '#server/platform/app-error.ts'
import { findBearerToken } from '#server/platform/http/guard/guard.ts'
import type { MetricSources } from './sources.ts'

const ROUTE_CONFIG = { access: 'public' as const, isAlwaysAvailable: true as const, rateLimit: false }

/**
 * Registers `/metrics`: 404 if no token is configured, 401 for requests without it. The metrics library is loaded only
 * if a token is configured.
 */
export async function registerMetrics(
  app: FastifyInstance,
  token: string | undefined,
  sources: MetricSources,
): Promise<void> {
  const options = { config: ROUTE_CONFIG, schema: { hide: true } }
  if (token === undefined) {
    app.get('/metrics', options, async () => {
      throw notFound()
    })
    return
  }
  const { createMetrics } = await import('./service.ts')
  const metrics = createMetrics(app, sources)
  app.get('/metrics', options, async (request, reply) => {
    if (!isSameSecret(findBearerToken(request.headers.authorization) ?? '', token)) {
      reply.header('www-authenticate', 'Bearer')
      throw unauthenticated()
    }
    return reply.type(metrics.contentType).send(await metrics.render())
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares two secrets in constant time. */
const isSameSecret = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))
