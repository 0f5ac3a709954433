/** Access control. Every route declares its access; a route under `/api` without one prevents the start. */
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { Access } from '#contracts/call.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { can } from '#contracts/permissions.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { forbidden, unauthenticated } from '#server/platform/app-error.ts'

/** The caller and their session. */
export type SignedInUser = {
  id: string
  email: string
  name: string
  role: Role
  sessionId: string
  /** The settings want two-factor sign-in of them, and it is not set up yet. */
  lacksTwoFactor: boolean
  /** Their password was set by somebody else, and has to be changed first. */
  mustChangePassword: boolean
}

/** Returns the active user of a live session's token. */
export type Authenticate = (token: string) => Promise<SignedInUser | undefined>

/** A route as it was registered, for a test that walks them all. */
export type GuardedRoute = { method: string; url: string; access: Access | undefined }

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, if a token of theirs was good. */
    user: SignedInUser | null
  }
}

/** `Bearer` and one token in the characters of our own tokens; the scheme in any letter case (RFC 9110 §11.1). */
const BEARER = /^bearer +([\w-]{16,128})$/i

export const getBearerToken = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1]

/** Guards every route that is registered afterwards. Returns the list of these routes. */
export function registerAccessControl(app: FastifyInstance, authenticate: Authenticate): readonly GuardedRoute[] {
  const routes: GuardedRoute[] = []
  app.decorateRequest('user', null)

  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isRefusal) return
    if (config?.access === undefined && /^\/api(\/|$)/.test(url))
      throw new Error(`${String(method)} ${url} does not say who may call it: give its config an access`)
    for (const item of [method].flat()) routes.push({ method: item, url, access: config?.access })
  })

  // Before the body is read: a stranger can't make us parse eight megabytes.
  app.addHook('onRequest', async (request) => {
    const { access, isAnsweredAlways } = request.routeOptions.config
    // No session is looked up for what is answered while the database is away.
    if (isAnsweredAlways) return
    const token = getBearerToken(request.headers.authorization)
    if (token !== undefined) request.user = (await authenticate(token)) ?? null
    if (access === 'public' || request.is404) {
      // What an open call shows to staff alone waits for the second factor and the new password, too.
      if (request.user?.lacksTwoFactor || request.user?.mustChangePassword) request.user = null
      return
    }
    if (!request.user) throw unauthenticated()
    assertAllowed(request.user, request.routeOptions.config)
  })
  return routes
}

/** Throws `forbidden` if a signed-in user can't make a call. */
function assertAllowed(user: SignedInUser, { access, call }: FastifyContextConfig): void {
  if (user.mustChangePassword && !call?.isOpenBeforePasswordChange)
    throw forbidden(IDENTITY_MESSAGES.passwordFirst, 'password-temporary')
  // One's own account stays open: there two-factor sign-in is set up.
  if (access === undefined || access === 'public' || access === 'signed-in') return
  if (user.lacksTwoFactor) throw forbidden(IDENTITY_MESSAGES.twoFactorFirst, 'two-factor-missing')
  if (!can(user, access)) throw forbidden()
}
