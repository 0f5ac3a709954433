import type { FastifyInstance } from 'fastify'

/** Requests since the start, and those that failed with an internal error. */
export type RequestCounts = { count: number; errors: number }

/** Database outages and overload (503) and a full disk (507) have separate alarms. */
const SEPARATELY_ALARMED: readonly number[] = [503, 507]

/** Counts the requests that the framework handles; replies from the cache aren't included. */
export function countRequests(app: FastifyInstance): Readonly<RequestCounts> {
  const counts = { count: 0, errors: 0 }
  app.addHook('onResponse', async (_request, { statusCode }) => {
    counts.count += 1
    if (statusCode >= 500 && !SEPARATELY_ALARMED.includes(statusCode)) counts.errors += 1
  })
  return counts
}
