/** Access control. Every route declares its access; the server doesn't start if a route under `/api` has none. */
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Access, Call } from '#contracts/call.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { can } from '#contracts/permissions.ts'
import { forbidden, unauthenticated } from '#server/platform/app-error.ts'
import { createKeyAccess, type RecordKeyUse } from './key-access.ts'
import type { SignedInUser } from './signed-in-user.ts'

export type { SignedInUser }

/**
 * Returns the active user of a session's token, or of a key that is used from an IP address; undefined if the session isn't
 * valid. Throws if the key isn't.
 */
type Authenticate = (token: string, address: string) => Promise<SignedInUser | undefined>

/** A registered route. Routes outside the API, such as pages and files, have no call. */
export type GuardedRoute = { method: string; url: string; access: Access | undefined; call: Call | undefined }

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; `null` without a valid token. */
    user: SignedInUser | null
  }
}

/** Accepts only the alphabet of our own tokens; the scheme is case-insensitive (RFC 9110 §11.1). */
const BEARER = /^bearer +([\w-]{16,128})$/i

export const findBearerToken = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1]

const recordNothing: RecordKeyUse = async () => {}

/**
 * Controls access to every route that is registered afterwards. Returns the list of these routes. `recordKeyUse` is told of
 * every call that a key makes.
 */
export function registerAccessControl(
  app: FastifyInstance,
  authenticate: Authenticate,
  recordKeyUse: RecordKeyUse = recordNothing,
): readonly GuardedRoute[] {
  const routes: GuardedRoute[] = []
  const admitKey = createKeyAccess(app, recordKeyUse)
  app.decorateRequest('user', null)

  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isFallback) return
    if (config?.access === undefined && /^\/api(\/|$)/.test(url))
      throw new Error(`${String(method)} ${url} declares no access: add it to the route's config`)
    for (const routeMethod of [method].flat())
      routes.push({ method: routeMethod, url, access: config?.access, call: config?.call })
  })

  // Runs before the body is read, so that a rejected caller can't make the server parse megabytes.
  app.addHook('onRequest', async (request) => {
    const { access, isAlwaysAvailable } = request.routeOptions.config
    // No session is looked up for these routes, since they must work during a database outage.
    if (isAlwaysAvailable) return
    const token = findBearerToken(request.headers.authorization)
    if (token !== undefined) request.user = (await authenticate(token, request.ip)) ?? null
    if (request.user?.key) return admitKey(request, request.user)
    if (access === 'public' || request.is404) {
      // Public calls return more to staff, but only once the second factor and the new password are set.
      if (request.user?.mustEnableTwoFactor || request.user?.mustChangePassword) request.user = null
      return
    }
    if (!request.user) throw unauthenticated()
    assertAllowed(request.user, request.routeOptions.config)
  })
  return routes
}

/** Throws `forbidden` if a signed-in user may not make a call. */
function assertAllowed(user: SignedInUser, { access, call }: FastifyContextConfig): void {
  if (user.mustChangePassword && !call?.isAllowedBeforePasswordChange)
    throw forbidden(IDENTITY_MESSAGES.passwordChangeRequired, { reason: 'password-change-required' })
  // Users can always reach their own account, where they set up two-factor sign-in.
  if (access === undefined || access === 'public' || access === 'signed-in') return
  if (user.mustEnableTwoFactor)
    throw forbidden(IDENTITY_MESSAGES.twoFactorSetupRequired, { reason: 'two-factor-required' })
  if (!can(user, access)) throw forbidden()
}
