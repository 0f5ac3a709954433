import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Adapter, assertAnswered } from './adapter.ts'
import { ask, buildUrl, createProof, optionalText, postJson } from './preset.ts'
import { ProviderError } from './provider-error.ts'

const SIGN_IN = 'https://accounts.feishu.cn/open-apis/authen/v1/authorize'
const API = 'https://open.feishu.cn/open-apis'

/** The application doesn't exist, or its secret is wrong. */
const CLIENT_ERRORS: readonly number[] = [20002, 20048, 10003, 10014]

const TokenSchema = z.object({ code: z.int(), access_token: optionalText })
const UserSchema = z.object({
  code: z.int(),
  data: z.object({ union_id: optionalText, name: optionalText, tenant_key: optionalText }).optional(),
})
const AppTokenSchema = z.object({ code: z.int() })

const toError = (code: number) =>
  new ProviderError(CLIENT_ERRORS.includes(code) ? 'misconfigured' : 'rejected', `code ${code}`)

/** Feishu (飞书): accounts are keyed by the application and the person's `union_id`. */
export const feishuAdapter: Adapter = {
  getIssuer: ({ clientId }) => `feishu:${clientId}`,

  createUrl: async ({ clientId }, { redirectUri, state, verifier }) =>
    buildUrl(SIGN_IN, {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),

  async redeem(client, answer, { redirectUri, verifier }) {
    assertAnswered(answer)
    const code = answer.get('code')
    if (!code) throw new ProviderError('cancelled')
    const body = {
      grant_type: 'authorization_code',
      client_id: client.clientId,
      client_secret: client.secret,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    const token = await ask(client, TokenSchema, `${API}/authen/v2/oauth/token`, postJson(body))
    if (token.code !== 0 || !token.access_token) throw toError(token.code)
    const { code: userCode, data } = await ask(client, UserSchema, `${API}/authen/v1/user_info`, {
      method: 'GET',
      headers: { authorization: `Bearer ${token.access_token}` },
    })
    if (userCode !== 0 || !data?.union_id) throw toError(userCode)
    if (client.tenant !== '' && data.tenant_key !== client.tenant) throw new ProviderError('rejected', 'another tenant')
    return createProof({ subject: data.union_id, name: data.name || data.union_id })
  },

  async test(client) {
    const body = { app_id: client.clientId, app_secret: client.secret }
    const { code } = await ask(client, AppTokenSchema, `${API}/auth/v3/tenant_access_token/internal`, postJson(body))
    if (code !== 0) throw toError(code)
  },
}
