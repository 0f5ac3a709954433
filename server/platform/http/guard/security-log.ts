/** The security log: one line per rejected request, in a stable format that intrusion detection can parse. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contracts/errors.ts'
import { KEY_MESSAGES } from '#contracts/keys/messages.ts'
import type { AppError, SecurityEvent, SecurityEventName } from '#server/platform/app-error.ts'
import { toAppError } from '../server/errors.ts'

/** A rejected request. `account` is the affected user, `actor` the caller. */
export type RejectedRequest = {
  event: SecurityEventName
  actor: { id: string; name: string } | null
  account: SecurityEvent['account']
  address: string
  /** The method and route. */
  target: string
  requestId: string
  message: string
  /** Whether the reply states the next step, such as setting up two-factor sign-in. */
  hasNextStep: boolean
}

const MAX_LENGTH = 100

/** Replaces control characters in a text and truncates it, to prevent forged log entries (log injection). */
export const removeControlCharacters = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, MAX_LENGTH)
    .toWellFormed()

/** Error codes that are always security events. */
const EVENTS_BY_ERROR_CODE: Partial<Record<ErrorCode, SecurityEventName>> = {
  forbidden: 'access-denied',
  tooManyRequests: 'rate-limited',
  invalid: 'input-rejected',
  malformedJson: 'input-rejected',
  malformedUrl: 'input-rejected',
  payloadTooLarge: 'input-rejected',
  unsupportedMediaType: 'file-rejected',
}

/** Returns whether the connection ended before the body had arrived: nobody's input was rejected. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.errored !== null && !raw.complete

function findEventName(error: AppError, request: FastifyRequest): SecurityEventName | undefined {
  const event = error.security?.name ?? EVENTS_BY_ERROR_CODE[error.code]
  if (event) return event === 'input-rejected' && isCutOff(request) ? undefined : event
  return error.code === 'unauthenticated' && request.headers.authorization !== undefined ? 'token-rejected' : undefined
}

function toRejectedRequest(request: FastifyRequest, error: AppError): RejectedRequest | undefined {
  const event = findEventName(error, request)
  if (!event) return undefined
  return {
    event,
    actor: request.user && { id: request.user.id, name: request.user.name },
    account: error.security?.account,
    address: removeControlCharacters(request.ip),
    target: `${request.method} ${request.routeOptions.url ?? ''}`.trim(),
    requestId: request.id,
    message: request.user?.key ? `${KEY_MESSAGES.byKey(request.user.key.name)}；${error.message}` : error.message,
    hasNextStep: error.reason !== undefined,
  }
}

/** The number of occurrences of each event since the start. */
export type SecurityCounts = ReadonlyMap<SecurityEventName, number>

/**
 * Logs every rejected request at level `warn` with `log: "security"`, and passes it to `record`. Lines contain no user
 * input and no tokens. Returns the counts of events, which are updated continuously.
 */
export function registerSecurityLog(
  app: FastifyInstance,
  record: (rejectedRequest: RejectedRequest) => Promise<void>,
): SecurityCounts {
  const log = app.log.child({ log: 'security' })
  const counts = new Map<SecurityEventName, number>()
  app.addHook('onError', async (request, _reply, error) => {
    const rejectedRequest = toRejectedRequest(request, toAppError(error))
    if (!rejectedRequest) return
    const { event, actor, account, address, target, requestId } = rejectedRequest
    counts.set(event, (counts.get(event) ?? 0) + 1)
    log.warn({ event, actor: actor?.id ?? null, account: account?.id ?? null, address, target, requestId }, event)
    await record(rejectedRequest).catch((failure: unknown) =>
      log.error({ err: failure }, 'a rejected request could not be audited'),
    )
  })
  return counts
}
