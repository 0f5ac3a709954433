import { identityCalls } from '#contracts/identity/calls.ts'
import { passkeyCalls } from '#contracts/identity/passkey-calls.ts'
import { accountSecurityCalls, twoFactorCalls } from '#contracts/identity/security-calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { IdentityService } from './service.ts'

/** Routes for signing in, and for one's own account, sessions, two-factor sign-in and passkeys. */
export const identityRoutes = (identity: IdentityService) => [
  defineRoute(identityCalls.login, ({ body, client }) => identity.login(body, client)),
  defineRoute(identityCalls.loginTwoFactor, ({ body, client }) => identity.loginTwoFactor(body, client)),
  defineRoute(identityCalls.logout, ({ user }) => identity.sessions.end(user.sessionId, { user })),
  defineRoute(identityCalls.me, async ({ user }) => ({ user: await identity.get(user.id), sessionId: user.sessionId })),
  defineRoute(identityCalls.updateProfile, async ({ body, user }) => {
    const profile = await identity.updateProfile(body, user)
    // The contract says who reads which of the two.
    return { data: profile, user: profile }
  }),
  defineRoute(identityCalls.changePassword, ({ body, user }) => identity.changePassword(body, user)),
  defineRoute(identityCalls.refreshSession, ({ body, user }) => identity.refresh(body.sessionId, user)),
  defineRoute(accountSecurityCalls.listSessions, async ({ user }) => ({
    sessions: await identity.sessions.list(user),
  })),
  defineRoute(accountSecurityCalls.endSession, ({ params, body, user }) =>
    identity.sessions.end(params.id, { user, password: body?.password }),
  ),
  defineRoute(accountSecurityCalls.endOtherSessions, ({ body, user }) => identity.sessions.endOthers(body, user)),
  defineRoute(twoFactorCalls.status, ({ user }) => identity.twoFactor.getStatus(user)),
  defineRoute(twoFactorCalls.begin, ({ body, user }) => identity.twoFactor.startSetup(body.password, user)),
  defineRoute(twoFactorCalls.confirm, ({ body, user }) => identity.twoFactor.confirm(body.code, user)),
  defineRoute(twoFactorCalls.renewRecoveryCodes, ({ body, user }) => identity.twoFactor.renewRecoveryCodes(body, user)),
  defineRoute(twoFactorCalls.turnOff, ({ body, user }) => identity.twoFactor.disable(body, user)),
  defineRoute(passkeyCalls.beginSignIn, () => identity.beginPasskey()),
  defineRoute(passkeyCalls.signIn, ({ body, client }) => identity.loginPasskey(body, client)),
  defineRoute(passkeyCalls.list, ({ user }) => identity.passkeys.list(user.id)),
  defineRoute(passkeyCalls.begin, ({ body, user }) => identity.passkeys.begin(body, user)),
  defineRoute(passkeyCalls.add, ({ body, user }) => identity.passkeys.add(body, user)),
  defineRoute(passkeyCalls.rename, ({ params, body, user }) => identity.passkeys.rename(params.id, body.name, user)),
  defineRoute(passkeyCalls.remove, ({ params, body, user }) => identity.passkeys.remove(params.id, body, user)),
]
