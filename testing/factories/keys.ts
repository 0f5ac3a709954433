import { DAY_MS } from '#contracts/durations.ts'
import type { KeyScope } from '#contracts/permissions.ts'
import type { TestApp } from '../test-app.ts'
import { bearer, type Caller } from './users.ts'

/** Creates a key of a user that is valid for a month. Returns the headers of its calls. */
export async function createKey(
  { services, clock }: Pick<TestApp, 'services' | 'clock'>,
  { id, name, role }: Pick<Caller, 'id' | 'name' | 'role'>,
  scopes: readonly KeyScope[],
  { keyName = '数据同步', addresses = [] }: { keyName?: string; addresses?: string[] } = {},
): Promise<Caller['headers']> {
  const expiresAt = new Date(clock.now().getTime() + 30 * DAY_MS).toISOString()
  const input = { name: keyName, scopes: [...scopes], expiresAt, addresses }
  const { key } = await services.keys.create(input, { id, name, role, ip: null })
  return bearer(key)
}
