import { identityCalls } from '#contracts/identity/calls.ts'
import { accountSecurityCalls, twoFactorCalls } from '#contracts/identity/security-calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { IdentityService } from './service.ts'

export const identityRoutes = (identity: IdentityService) => [
  defineRoute(identityCalls.login, ({ body, client }) => identity.login(body, client)),
  defineRoute(identityCalls.loginTwoFactor, ({ body, client }) => identity.loginTwoFactor(body, client)),
  defineRoute(identityCalls.logout, ({ user }) => identity.sessions.end(user, user.sessionId)),
  defineRoute(identityCalls.me, async ({ user }) => ({ user: await identity.get(user.id), sessionId: user.sessionId })),
  defineRoute(identityCalls.updateProfile, async ({ body, actor }) => {
    const user = await identity.updateProfile(actor, body)
    return { data: user, user }
  }),
  defineRoute(identityCalls.changePassword, ({ body, user }) => identity.changePassword(user, body)),
  defineRoute(identityCalls.refreshSession, ({ body, user }) => identity.refresh(user, body.sessionId)),
  defineRoute(accountSecurityCalls.listSessions, async ({ user }) => ({
    sessions: await identity.sessions.list(user),
  })),
  defineRoute(accountSecurityCalls.endSession, ({ params, body, user }) =>
    identity.sessions.end(user, params.id, body?.password),
  ),
  defineRoute(accountSecurityCalls.endOtherSessions, ({ body, user }) =>
    identity.sessions.endOthers(user, { exceptId: body.currentSessionId ?? user.sessionId, password: body.password }),
  ),
  defineRoute(twoFactorCalls.status, ({ user }) => identity.twoFactor.getStatus(user)),
  defineRoute(twoFactorCalls.begin, ({ body, user }) => identity.twoFactor.startSetup(user, body.password)),
  defineRoute(twoFactorCalls.confirm, ({ body, user }) => identity.twoFactor.confirm(user, body.code)),
  defineRoute(twoFactorCalls.renewRecoveryCodes, ({ body, user }) => identity.twoFactor.renewRecoveryCodes(user, body)),
  defineRoute(twoFactorCalls.turnOff, ({ body, user }) => identity.twoFactor.disable(user, body)),
]
