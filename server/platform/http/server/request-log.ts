/** Logs one line per request that the framework handles, and adds the request's id to everything logged during it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runForRequest } from '#server/platform/request-context.ts'

/** The route of all paths without a page. */
const FALLBACK_ROUTE = '/*'

/** Returns the pattern of the matched route, such as `/products/:id`, never the URL; `none` if no route matches. */
export const getRouteLabel = ({ routeOptions: { url } }: Pick<FastifyRequest, 'routeOptions'>): string =>
  url === undefined || url === FALLBACK_ROUTE ? 'none' : url

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
