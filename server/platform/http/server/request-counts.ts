import type { FastifyInstance } from 'fastify'

/** Requests since the start, and those that failed by our own fault. */
export type RequestCounts = { count: number; errors: number }

/** A database that is away, overload (503) and a full disk (507) have alarms of their own. */
const OTHER_FAULTS: readonly number[] = [503, 507]

/** Counts the requests that the framework answers. */
export function countRequests(app: FastifyInstance): Readonly<RequestCounts> {
  const counts = { count: 0, errors: 0 }
  app.addHook('onResponse', async (_request, { statusCode }) => {
    counts.count += 1
    if (statusCode >= 500 && !OTHER_FAULTS.includes(statusCode)) counts.errors += 1
  })
  return counts
}
