/** Logs one line per request that the framework handles, and adds the request's id to everything logged during it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { matchSitePage, SITE_PAGES } from '#contracts/paths.ts'
import { runForRequest } from '#server/platform/request-context.ts'

/** The catch-all route of all pages. */
const PAGES_ROUTE = '/*'
const NO_ROUTE = 'none'

/** Returns the pattern of the matched route, such as `/products/:id`, never the URL; `none` if no route matches. */
export function getRouteLabel({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): string {
  if (routeOptions.url !== PAGES_ROUTE) return routeOptions.url ?? NO_ROUTE
  const page = matchSitePage(url.split('?', 1)[0] ?? '')
  return page ? SITE_PAGES[page.name].path : NO_ROUTE
}

/**
 * Returns each request's id in a header, and logs route, status and milliseconds at level `info` with `log: "request"`.
 * Logs no IP address, URL, query, header or body.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    runForRequest(request.id, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Load balancers and Prometheus poll every few seconds.
    if (request.routeOptions.config.isAlwaysAvailable) return
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
