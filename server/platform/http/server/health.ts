import { setTimeout } from 'node:timers/promises'
import { ERROR_DEFINITIONS } from '#contracts/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TypedApp } from './routes.ts'

/** A database that hangs counts as unavailable: load balancers probe every few seconds. */
const TIMEOUT_MS = 2_000

const timeout = () =>
  setTimeout(TIMEOUT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')))

/**
 * Registers the probes. `/healthz` (liveness): the process runs. `/readyz` (readiness): the database responds and is
 * writable, and `warmUp` has finished, which loads the data that is loaded once after a start: no request waits for it.
 */
export function registerHealth(
  app: TypedApp,
  { database, warmUp }: { database: Database; warmUp: () => Promise<void> },
): void {
  const options = { config: { access: 'public' as const, isAlwaysAvailable: true as const }, schema: { hide: true } }
  app.get('/healthz', options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async () => {
    try {
      await Promise.race([Promise.all([database.ping(), warmUp()]), timeout()])
    } catch {
      throw new AppError('unavailable')
    }
    const failure = await database.findFailure()
    if (failure) throw new AppError('unavailable', ERROR_DEFINITIONS[failure].message)
    return { status: 'ready' }
  })
}
