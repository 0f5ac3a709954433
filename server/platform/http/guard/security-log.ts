/** The security log: each refusal as one line of a stable shape, for people and programs that look for attacks. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contracts/errors.ts'
import type { AppError, SecurityEvent, SecurityEventName } from '#server/platform/app-error.ts'
import { toAppError } from '../server/errors.ts'

/** A call that was refused. `account` is whom it was about, `actor` who made it. */
export type Refusal = {
  event: SecurityEventName
  actor: { id: string; name: string } | null
  account: SecurityEvent['account']
  address: string
  /** The call, by its method and route. */
  target: string
  requestId: string
  message: string
  /** The refusal names what to do next, such as setting up two-factor sign-in. */
  hasNextStep: boolean
}

const ADDRESS_MAX = 100

/** Removes line breaks and other controls from a text, which a log's reader could take for an entry of its own. */
export const removeControls = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, ADDRESS_MAX)
    .toWellFormed()

/** Refusals that are events by their code alone. */
const EVENT_OF_CODE: Partial<Record<ErrorCode, SecurityEventName>> = {
  forbidden: 'access-denied',
  tooManyRequests: 'calls-limited',
  invalid: 'input-refused',
  malformedJson: 'input-refused',
  malformedUrl: 'input-refused',
  payloadTooLarge: 'input-refused',
  unsupportedMediaType: 'file-refused',
}

function findEventName(error: AppError, request: FastifyRequest): SecurityEventName | undefined {
  const event = error.security?.name ?? EVENT_OF_CODE[error.code]
  if (event) return event
  return error.code === 'unauthenticated' && request.headers.authorization !== undefined ? 'token-refused' : undefined
}

function describeRefusal(request: FastifyRequest, error: AppError): Refusal | undefined {
  const event = findEventName(error, request)
  if (!event) return undefined
  return {
    event,
    actor: request.user && { id: request.user.id, name: request.user.name },
    account: error.security?.account,
    address: removeControls(request.ip),
    target: `${request.method} ${request.routeOptions.url ?? ''}`.trim(),
    requestId: request.id,
    message: error.message,
    hasNextStep: error.reason !== undefined,
  }
}

/** How often each event has happened since the start. */
export type SecurityCounts = ReadonlyMap<SecurityEventName, number>

/**
 * Logs every refusal, at the level `warn` under `log: "security"`, and passes it to `record`. No name that was typed, no
 * token and no text of the request is in it. Returns how often each event happens.
 */
export function registerSecurityLog(app: FastifyInstance, record: (refusal: Refusal) => Promise<void>): SecurityCounts {
  const log = app.log.child({ log: 'security' })
  const counts = new Map<SecurityEventName, number>()
  app.addHook('onError', async (request, _reply, error) => {
    const refusal = describeRefusal(request, toAppError(error))
    if (!refusal) return
    const { event, actor, account, address, target, requestId } = refusal
    counts.set(event, (counts.get(event) ?? 0) + 1)
    log.warn({ event, actor: actor?.id ?? null, account: account?.id ?? null, address, target, requestId }, event)
    await record(refusal).catch((failure: unknown) => log.error({ err: failure }, 'a refusal could not be audited'))
  })
  return counts
}
