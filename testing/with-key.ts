import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '#contracts/idempotency-key.ts'

/** Returns a caller whose requests all have one idempotency key, which is new by default. */
export const withKey = <Caller extends { headers: object }>(caller: Caller, key: string = randomUUID()) => ({
  ...caller,
  headers: { ...caller.headers, [IDEMPOTENCY_KEY_HEADER]: key },
})
