/** The `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header), by which the server recognizes a repeated request. */
import { DAY_MS } from './durations.ts'

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

/** How long the server remembers a key and the result. */
export const IDEMPOTENCY_KEY_MS = DAY_MS

export const IDEMPOTENCY_MESSAGES = {
  invalid: 'Idempotency-Key应为UUID',
  reused: '同一Idempotency-Key此前已用于另一请求，本次没有执行，请核对后重新提交',
} as const
