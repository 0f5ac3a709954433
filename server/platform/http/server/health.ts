import { setTimeout } from 'node:timers/promises'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TypedApp } from './routes.ts'

/** A database that hangs counts as unavailable: load balancers probe every few seconds. */
const TIMEOUT_MS = 2_000

const rejectAfterTimeout = () =>
  setTimeout(TIMEOUT_MS, undefined, { ref: false }).then(() =>
    Promise.reject(new Error('the database did not respond in time')),
  )

/**
 * Registers the probes. `/healthz` (liveness) succeeds while the process runs. `/readyz` (readiness) succeeds if the
 * database responds and is writable, and the caches are warmed up, so that no request waits for them.
 */
export function registerHealth(
  app: TypedApp,
  { database, warmUpCaches }: { database: Database; warmUpCaches: () => Promise<void> },
): void {
  const options = { config: { access: 'public' as const, isAlwaysAvailable: true as const }, schema: { hide: true } }
  app.get('/healthz', options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async () => {
    try {
      await Promise.race([Promise.all([database.ping(), warmUpCaches()]), rejectAfterTimeout()])
    } catch {
      throw new AppError('unavailable')
    }
    const failure = await database.findFailure()
    if (failure) throw new AppError('unavailable', ERROR_DEFINITIONS[failure].message)
    return { status: 'ready' }
  })
}
