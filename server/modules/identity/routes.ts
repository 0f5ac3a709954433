import { identityCalls } from '#contracts/identity/calls.ts'
import { companyCalls } from '#contracts/identity/company-calls.ts'
import { passkeyCalls } from '#contracts/identity/passkey-calls.ts'
import { accountSecurityCalls, twoFactorCalls } from '#contracts/identity/security-calls.ts'
import { signInProviderCalls } from '#contracts/identity/sign-in-provider-calls.ts'
import { SETTINGS_TOPIC } from '#server/modules/settings/service.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { IdentityService } from './service.ts'

/** Routes for signing in, and for one's own account, sessions, two-factor sign-in and passkeys. */
export const identityRoutes = (identity: IdentityService) => [
  defineRoute(identityCalls.login, ({ body, client }) => identity.login(body, client)),
  defineRoute(identityCalls.loginTwoFactor, ({ body, client }) => identity.loginTwoFactor(body, client)),
  defineRoute(identityCalls.logout, ({ user }) => identity.logout(user)),
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
  defineRoute(accountSecurityCalls.endSession, async ({ params, body, user }) => {
    await identity.sessions.end(params.id, { user, password: body?.password })
  }),
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

/** Routes for signing in with a company's account, and for those joined to one's own. */
export const companyAccountRoutes = ({ companyAccounts, providers, ...identity }: IdentityService) => [
  defineRoute(companyCalls.offered, () => providers.listOffered(), { invalidatedBy: [SETTINGS_TOPIC] }),
  defineRoute(companyCalls.begin, ({ body }) => identity.beginCompany(body)),
  defineRoute(companyCalls.finish, ({ body, client }) => identity.loginCompany(body, client)),
  defineRoute(companyCalls.join, ({ body, client }) => identity.joinCompany(body, client)),
  defineRoute(companyCalls.list, ({ user }) => companyAccounts.list(user.id)),
  defineRoute(companyCalls.link, ({ body, user }) => companyAccounts.begin(body, user)),
  defineRoute(companyCalls.finishLink, ({ body, user }) => companyAccounts.finish(body, user)),
  defineRoute(companyCalls.unlink, ({ params, body, user }) => companyAccounts.remove(params.id, body, user)),
  defineRoute(companyCalls.setFirstPassword, ({ body, user }) =>
    companyAccounts.setFirstPassword(body.newPassword, user),
  ),
]

/** Routes of the settings of companies' accounts, whose permissions are in the contract. */
export const signInProviderRoutes = ({ providers }: IdentityService) => [
  defineRoute(signInProviderCalls.list, () => providers.list()),
  defineRoute(signInProviderCalls.create, ({ body, user }) => providers.create(body, user)),
  defineRoute(signInProviderCalls.update, ({ params, body, ifMatch, user }) =>
    providers.update(params.id, body, { actor: user, ifMatch }),
  ),
  defineRoute(signInProviderCalls.remove, ({ params, user }) => providers.remove(params.id, user)),
  defineRoute(signInProviderCalls.test, ({ params }) => providers.test(params.id)),
  defineRoute(signInProviderCalls.setStaff, ({ body, ifMatch, user }) =>
    providers.setStaff(body, { actor: user, ifMatch }),
  ),
]
