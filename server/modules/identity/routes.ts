import { identityCalls, twoFactorCalls } from '#contracts/identity/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { IdentityService } from './service.ts'

export const identityRoutes = (identity: IdentityService) => [
  handle(identityCalls.login, ({ body, client }) => identity.login(body, client)),
  handle(identityCalls.loginTwoFactor, ({ body, client }) => identity.loginTwoFactor(body, client)),
  handle(identityCalls.logout, ({ user }) => identity.sessions.end(user, user.sessionId)),
  handle(identityCalls.me, async ({ user }) => ({ user: await identity.get(user.id), sessionId: user.sessionId })),
  handle(identityCalls.updateProfile, async ({ body, actor }) => {
    const user = await identity.updateProfile(actor, body)
    return { data: user, user }
  }),
  handle(identityCalls.changePassword, ({ body, user }) => identity.changePassword(user, body)),
  handle(identityCalls.refreshSession, ({ body, user }) => identity.refresh(user, body.sessionId)),
  handle(identityCalls.listSessions, async ({ user }) => ({ sessions: await identity.sessions.list(user) })),
  handle(identityCalls.endSession, ({ params, body, user }) => identity.sessions.end(user, params.id, body?.password)),
  handle(identityCalls.endOtherSessions, ({ body, user }) =>
    identity.sessions.endOthers(user, { exceptId: body.currentSessionId ?? user.sessionId, password: body.password }),
  ),
  handle(twoFactorCalls.status, ({ user }) => identity.twoFactor.getStatus(user)),
  handle(twoFactorCalls.begin, ({ body, user }) => identity.twoFactor.startSetup(user, body.password)),
  handle(twoFactorCalls.confirm, ({ body, user }) => identity.twoFactor.confirm(user, body.code)),
  handle(twoFactorCalls.renewRecoveryCodes, ({ body, user }) => identity.twoFactor.renewRecoveryCodes(user, body.code)),
  handle(twoFactorCalls.turnOff, ({ body, user }) => identity.twoFactor.disable(user, body)),
]
