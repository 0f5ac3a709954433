/** A line of the log for each request that the framework has seen, and its id in whatever is logged for it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findSitePage, SITE_PAGES } from '#contracts/paths.ts'
import { runForRequest } from '#server/platform/request-context.ts'

/** The one route of all pages. */
const PAGES_ROUTE = '/*'
const NO_ROUTE = 'none'

/** Returns the pattern of the route, never the address: `/products/:id`; `none` if no route knows the address. */
export function getRouteLabel({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): string {
  if (routeOptions.url !== PAGES_ROUTE) return routeOptions.url ?? NO_ROUTE
  const page = findSitePage(url.split('?', 1)[0] ?? '')
  return page ? SITE_PAGES[page.name].path : NO_ROUTE
}

/**
 * Sends each request's id back, and logs route, status and milliseconds at the level `info` under `log: "request"`: no
 * address, query, header or text of a request.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    runForRequest(request.id, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Balancers and Prometheus ask every few seconds.
    if (request.routeOptions.config.isAnsweredAlways) return
    const line = {
      log: 'request',
      method: request.method,
      route: getRouteLabel(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    request.log.info(line, 'request')
  })
}
