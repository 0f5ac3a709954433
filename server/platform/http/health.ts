import { AppError } from '../app-error.ts'
import type { Database } from '../database/database.ts'
import type { TypedApp } from './routes.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, that is, its database answers. */
export function registerHealth(app: TypedApp, database: Database): void {
  const options = { config: { access: 'open' as const }, schema: { hide: true } }
  app.get('/healthz', options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async () => {
    try {
      await database.ping()
    } catch {
      throw new AppError('unavailable')
    }
    return { status: 'ready' }
  })
}
