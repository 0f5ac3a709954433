import { identityCalls, twoFactorCalls } from '#contracts/identity/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { IdentityService } from './service.ts'

export const identityRoutes = (identity: IdentityService) => [
  answer(identityCalls.login, ({ body, client }) => identity.login(body, client)),
  answer(identityCalls.loginTwoFactor, ({ body, client }) => identity.loginTwoFactor(body, client)),
  answer(identityCalls.logout, ({ user }) => identity.sessions.end(user, user.sessionId)),
  answer(identityCalls.me, async ({ user }) => ({ user: await identity.get(user.id), sessionId: user.sessionId })),
  answer(identityCalls.updateProfile, async ({ body, actor }) => {
    const user = await identity.updateProfile(actor, body)
    return { data: user, user }
  }),
  answer(identityCalls.changePassword, ({ body, user }) => identity.changePassword(user, body)),
  answer(identityCalls.refreshSession, ({ body, user }) => identity.refresh(user, body.sessionId)),
  answer(identityCalls.listSessions, async ({ user }) => ({ sessions: await identity.sessions.list(user) })),
  answer(identityCalls.endSession, ({ params, body, user }) => identity.sessions.end(user, params.id, body?.password)),
  answer(identityCalls.endOtherSessions, ({ body, user }) =>
    identity.sessions.endOthers(user, { keptId: body.currentSessionId ?? user.sessionId, password: body.password }),
  ),
  answer(twoFactorCalls.status, ({ user }) => identity.twoFactor.read(user)),
  answer(twoFactorCalls.begin, ({ body, user }) => identity.twoFactor.startSetup(user, body.password)),
  answer(twoFactorCalls.confirm, ({ body, user }) => identity.twoFactor.confirm(user, body.code)),
  answer(twoFactorCalls.renewRecoveryCodes, ({ body, user }) => identity.twoFactor.renewRecoveryCodes(user, body.code)),
  answer(twoFactorCalls.turnOff, ({ body, user }) => identity.twoFactor.disable(user, body)),
]
