import { z } from 'zod'
import { type Adapter, assertAnswered, type ProviderClient } from './adapter.ts'
import { ask, buildUrl, createProof, optionalText } from './preset.ts'
import { ProviderError } from './provider-error.ts'

const SIGN_IN = 'https://login.work.weixin.qq.com/wwlogin/sso/login'
const API = 'https://qyapi.weixin.qq.com/cgi-bin'

/** The corporation's id or the secret of its application is wrong. */
const CLIENT_ERRORS: readonly number[] = [40001, 40013, 40056, 40091, 41002, 41004]

const TokenSchema = z.object({ errcode: z.int().default(0), access_token: optionalText })
/** Somebody from outside the corporation has an `openid` in place of a `userid`. */
const UserSchema = z.object({ errcode: z.int().default(0), userid: optionalText })

async function getAccessToken(client: ProviderClient): Promise<string> {
  const url = buildUrl(`${API}/gettoken`, { corpid: client.clientId, corpsecret: client.secret })
  const { errcode, access_token } = await ask(client, TokenSchema, url)
  if (CLIENT_ERRORS.includes(errcode)) throw new ProviderError('misconfigured', `errcode ${errcode}`)
  if (errcode !== 0 || !access_token) throw new ProviderError('rejected', `errcode ${errcode}`)
  return access_token
}

/** WeCom (企业微信): accounts are keyed by the corporation's id and the member's `userid` in it. */
export const wecomAdapter: Adapter = {
  getIssuer: ({ clientId }) => `wecom:${clientId}`,

  createUrl: async ({ clientId, agentId }, { redirectUri, state }) =>
    buildUrl(SIGN_IN, {
      login_type: 'CorpApp',
      appid: clientId,
      agentid: agentId,
      redirect_uri: redirectUri,
      state,
    }),

  async redeem(client, answer) {
    assertAnswered(answer)
    // Without a code, the person has refused.
    const code = answer.get('code')
    if (!code) throw new ProviderError('cancelled')
    const url = buildUrl(`${API}/auth/getuserinfo`, { access_token: await getAccessToken(client), code })
    const { errcode, userid } = await ask(client, UserSchema, url)
    if (errcode !== 0 || !userid) throw new ProviderError('rejected', `errcode ${errcode}`)
    return createProof({ subject: userid, name: userid })
  },

  async test(client) {
    await getAccessToken(client)
  },
}
