import type { PublicApi } from '#contracts/public-api.ts'
import { DatabaseUnavailableError } from '../database/database.ts'

/**
 * Records database outages during rendering. Components render a failed call as "not found", which would be wrong while
 * the database is unavailable; `throwIfUnavailable` rethrows the outage.
 */
export function detectOutages(api: PublicApi) {
  let outage: DatabaseUnavailableError | undefined
  const watchedApi = new Proxy(api, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(method, target, args)
        } catch (error) {
          if (error instanceof DatabaseUnavailableError) outage = error
          throw error
        }
      }
    },
  })
  return {
    api: watchedApi,
    throwIfUnavailable(): void {
      if (outage) throw outage
    },
  }
}
