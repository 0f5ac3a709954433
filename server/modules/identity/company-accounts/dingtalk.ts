import { z } from 'zod'
import { type Adapter, assertAnswered } from './adapter.ts'
import { ask, buildUrl, createProof, optionalText, postJson } from './preset.ts'
import { ProviderError } from './provider-error.ts'

const SIGN_IN = 'https://login.dingtalk.com/oauth2/auth'
const API = 'https://api.dingtalk.com/v1.0'

/** What a failed call replies: `code` says why. */
const FAILURE = { code: optionalText, message: optionalText }
const TokenSchema = z.object({ accessToken: optionalText, corpId: optionalText, ...FAILURE })
const UserSchema = z.object({ unionId: optionalText, nick: optionalText, ...FAILURE })
const AppTokenSchema = z.object({ accessToken: optionalText, ...FAILURE })

/** The codes of a client or a secret that is wrong. */
const isClientError = (code: string): boolean =>
  /appkey|appsecret|clientid|clientsecret|invalidauthentication/i.test(code)

/** Returns why a call has failed. */
const toError = ({ code = '' }: { code?: string | undefined }) =>
  new ProviderError(isClientError(code) ? 'misconfigured' : 'rejected', code)

/**
 * DingTalk (钉钉): accounts are keyed by the organisation's `corpId` and the person's `unionId`. Anybody with DingTalk could
 * sign in: the organisation that the person has chosen must be the one in the settings.
 */
export const dingtalkAdapter: Adapter = {
  getIssuer: ({ tenant }) => `dingtalk:${tenant}`,

  createUrl: async ({ clientId, tenant }, { redirectUri, state }) =>
    buildUrl(SIGN_IN, {
      redirect_uri: redirectUri,
      response_type: 'code',
      client_id: clientId,
      scope: 'openid corpid',
      state,
      prompt: 'consent',
      org_type: 'management',
      corpId: tenant,
    }),

  async redeem(client, answer) {
    assertAnswered(answer)
    const code = answer.get('authCode') ?? answer.get('code')
    if (!code) throw new ProviderError('cancelled')
    const body = { clientId: client.clientId, clientSecret: client.secret, code, grantType: 'authorization_code' }
    const token = await ask(client, TokenSchema, `${API}/oauth2/userAccessToken`, postJson(body))
    if (!token.accessToken) throw toError(token)
    if (token.corpId !== client.tenant) throw new ProviderError('rejected', 'another organisation')
    const user = await ask(client, UserSchema, `${API}/contact/users/me`, {
      method: 'GET',
      headers: { 'x-acs-dingtalk-access-token': token.accessToken },
    })
    if (!user.unionId) throw toError(user)
    return createProof({ subject: user.unionId, name: user.nick || user.unionId })
  },

  async test(client) {
    const body = { appKey: client.clientId, appSecret: client.secret }
    const token = await ask(client, AppTokenSchema, `${API}/oauth2/accessToken`, postJson(body))
    if (!token.accessToken) throw toError(token)
  },
}
