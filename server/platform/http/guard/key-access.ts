/** What a program may do by a key: the calls of its scopes, never more than its owner, and never an account's own. */
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contracts/call.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { KEY_MESSAGES as MESSAGES } from '#contracts/keys/messages.ts'
import { describeScope, getKeyScope } from '#contracts/keys/scopes.ts'
import { KEYS } from '#contracts/limits.ts'
import { can, hasScope, type KeyScope } from '#contracts/permissions.ts'
import { AppError, forbidden } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { SignedInUser } from './signed-in-user.ts'

/** Counts a call that a key has been admitted to. */
export type RecordKeyUse = (use: { keyId: string; address: string; call: string }) => Promise<void>

/** RFC 6750, section 3.1: the token is malformed, expired, revoked, or otherwise invalid. */
export const INVALID_TOKEN = 'Bearer error="invalid_token"'

const lacksScope = (scope: KeyScope, message: string) =>
  forbidden(message, { challenge: `Bearer error="insufficient_scope", scope="${scope}"` })

/** Throws `forbidden` unless a key may make a call that isn't open to everyone. */
function assertAdmitted(user: SignedInUser, call: Call | undefined): void {
  const scope = call ? getKeyScope(call) : 'none'
  if (!call || scope === 'any' || scope === 'none') throw forbidden(MESSAGES.closedToKeys)
  authorize(!user.mustChangePassword, forbidden(IDENTITY_MESSAGES.passwordChangeRequired))
  authorize(hasScope(user, scope), lacksScope(scope, MESSAGES.missingScope(describeScope(scope), scope)))
  const { access } = call
  if (access === 'public' || access === 'signed-in') return
  authorize(!user.mustEnableTwoFactor, forbidden(IDENTITY_MESSAGES.twoFactorSetupRequired))
  authorize(can(user, access), lacksScope(scope, MESSAGES.ownerLacks(describeScope(scope), scope)))
}

/** Returns whether a public route takes the key's owner as its user: for their own, and if the key may. */
function isOwnerKnown(user: SignedInUser, { call, isOpenToKeys }: FastifyContextConfig): boolean {
  if (user.mustChangePassword || user.mustEnableTwoFactor) return false
  const scope = call ? getKeyScope(call) : 'any'
  return isOpenToKeys === true || (scope !== 'any' && scope !== 'none' && hasScope(user, scope))
}

/** Creates the rate limit of each key, which throws `tooManyRequests`. */
function createKeyLimit(app: FastifyInstance) {
  const options = {
    max: KEYS.callsPerMinute,
    group: 'key',
    keyGenerator: ({ user }: FastifyRequest) => user?.key?.id ?? '',
  }
  const count = app.hasDecorator('createRateLimit') ? app.createRateLimit(options) : undefined
  return async (request: FastifyRequest): Promise<void> => {
    const limit = await count?.(request)
    if (limit && !limit.isAllowed && limit.isExceeded)
      throw new AppError('tooManyRequests', undefined, { retryAfterSeconds: limit.ttlInSeconds })
  }
}

/**
 * Creates the check of requests by keys, and their rate limit. A public route answers as if nobody had signed in, unless it
 * says otherwise. Throws `forbidden`, `tooManyRequests`.
 */
export function createKeyAccess(app: FastifyInstance, recordKeyUse: RecordKeyUse) {
  const assertBelowLimit = createKeyLimit(app)

  return async (request: FastifyRequest, user: SignedInUser): Promise<void> => {
    await assertBelowLimit(request)
    const { config, url = '' } = request.routeOptions
    if (config.access !== 'public' && !request.is404) assertAdmitted(user, config.call)
    else if (!isOwnerKnown(user, config)) request.user = null
    if (user.key && !request.is404)
      await recordKeyUse({ keyId: user.key.id, address: request.ip, call: `${request.method} ${url}` })
  }
}
