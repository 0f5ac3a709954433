/** Prometheus metrics of this process; loaded only if configured. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { getRouteLabel } from '#server/platform/http/server/request-log.ts'
import { registerScrapedMetrics } from './scraped-metrics.ts'
import type { MetricSources } from './sources.ts'

/** A page takes a few milliseconds, an import a few seconds. */
const REQUEST_BUCKET_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const STATEMENT_BUCKET_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.2, 1, 5]

/** Creates the metrics of a server, and starts observing its requests and statements. */
export function createMetrics(app: FastifyInstance, sources: MetricSources) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  registerScrapedMetrics(register, sources)
  const registers = [register]

  const requests = new Counter({
    name: 'zhijian_http_requests_total',
    help: 'Requests by route, without those answered from the cache',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'zhijian_http_request_duration_seconds',
    help: 'Duration of requests by route',
    labelNames: ['method', 'route'] as const,
    buckets: REQUEST_BUCKET_SECONDS,
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = getRouteLabel(request)
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ method, route }, reply.elapsedTime / 1_000)
  })

  const statements = new Histogram({
    name: 'zhijian_statement_duration_seconds',
    help: 'Duration of database statements',
    buckets: STATEMENT_BUCKET_SECONDS,
    registers,
  })
  const slowStatements = new Counter({
    name: 'zhijian_slow_statements_total',
    help: 'Statements that took at least SLOW_QUERY_MS',
    registers,
  })
  const unsubscribe = sources.database.onStatement(({ milliseconds }) => {
    statements.observe(milliseconds / 1_000)
    if (sources.slowQueryMs > 0 && milliseconds >= sources.slowQueryMs) slowStatements.inc()
  })
  app.addHook('onClose', async () => {
    unsubscribe()
    register.clear()
  })

  return {
    contentType: register.contentType,
    /** Returns all metrics in Prometheus text format, without those from the database while it is unavailable. */
    render: (): Promise<string> => register.metrics(),
  }
}
