import { describe, expect, it } from 'vitest'
import type { ProviderKind } from '#contracts/identity/company-sign-in.ts'
import type { ProviderClient } from './adapter.ts'
import { ADAPTERS } from './adapters.ts'
import type { ProviderRequest } from './provider-fetch.ts'

const CEREMONY = {
  redirectUri: 'https://zhijian.example/account/company',
  state: 'state',
  nonce: 'nonce',
  verifier: 'TxYmzM4PHLBlqm5NtnCmwxMH8mFlRWl_ipie3O0aVzo',
}

/** The documented replies of a sign-in by path, of which a test replaces some. */
type Replies = Readonly<Record<string, unknown>>

/** Each kind with a client, what its browser brings back, and the replies of its documentation. */
const PRESETS = {
  wecom: {
    settings: { clientId: 'ww1234567890', agentId: '1000002' },
    answer: 'code=CODE&state=state&appid=ww1234567890',
    replies: {
      'qyapi.weixin.qq.com/cgi-bin/gettoken': { errcode: 0, errmsg: 'ok', access_token: 'TOKEN', expires_in: 7200 },
      'qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo': {
        errcode: 0,
        errmsg: 'ok',
        userid: 'ZhangSan',
        user_ticket: 'T',
      },
    },
    issuer: 'wecom:ww1234567890',
    proof: { subject: 'ZhangSan', name: 'ZhangSan' },
    wrongSecret: ['qyapi.weixin.qq.com/cgi-bin/gettoken', { errcode: 40001, errmsg: 'invalid credential' }],
    usedCode: ['qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo', { errcode: 40029, errmsg: 'invalid code' }],
  },
  dingtalk: {
    settings: { clientId: 'dingabcdef', tenant: 'dingcorp' },
    answer: 'authCode=CODE&state=state',
    replies: {
      'api.dingtalk.com/v1.0/oauth2/userAccessToken': {
        accessToken: 'TOKEN',
        refreshToken: 'REFRESH',
        expireIn: 7200,
        corpId: 'dingcorp',
      },
      'api.dingtalk.com/v1.0/contact/users/me': {
        nick: '张三',
        avatarUrl: 'https://static.example/a.png',
        mobile: '13900000000',
        openId: 'OPEN',
        unionId: 'UNION',
        email: 'zhang.san@other.example',
        stateCode: '86',
      },
    },
    issuer: 'dingtalk:dingcorp',
    proof: { subject: 'UNION', name: '张三' },
    wrongSecret: [
      'api.dingtalk.com/v1.0/oauth2/userAccessToken',
      { code: 'invalidClientSecret', message: 'wrong', requestid: 'r' },
    ],
    usedCode: [
      'api.dingtalk.com/v1.0/oauth2/userAccessToken',
      { code: 'invalidParameter.authCode.notFound', message: '不存在的临时授权码', requestid: 'r' },
    ],
  },
  feishu: {
    settings: { clientId: 'cli_a5ca35a685b0x26e', tenant: 'tenant' },
    answer: 'code=CODE&state=state',
    replies: {
      'open.feishu.cn/open-apis/authen/v2/oauth/token': {
        code: 0,
        access_token: 'TOKEN',
        expires_in: 7200,
        scope: 'auth:user.id:read',
        token_type: 'Bearer',
      },
      'open.feishu.cn/open-apis/authen/v1/user_info': {
        code: 0,
        msg: 'success',
        data: {
          name: '张三',
          open_id: 'ou-1',
          union_id: 'on-1',
          user_id: '5d9bdxxx',
          tenant_key: 'tenant',
          email: 'zhang.san@other.example',
          enterprise_email: 'zhang.san@corp.example',
        },
      },
    },
    issuer: 'feishu:cli_a5ca35a685b0x26e',
    proof: { subject: 'on-1', name: '张三' },
    wrongSecret: [
      'open.feishu.cn/open-apis/authen/v2/oauth/token',
      { code: 20002, error: 'invalid_client', error_description: 'The client secret is invalid.' },
    ],
    usedCode: [
      'open.feishu.cn/open-apis/authen/v2/oauth/token',
      { code: 20003, error: 'invalid_grant', error_description: 'The authorization code is not found.' },
    ],
  },
} as const

/** A client whose provider replies as a test says; it records what it is asked. */
function createClient(kind: keyof typeof PRESETS, changes: Replies = {}, overrides: Partial<ProviderClient> = {}) {
  const requests: { url: URL; request: ProviderRequest | undefined }[] = []
  const replies: Replies = { ...PRESETS[kind].replies, ...changes }
  const client: ProviderClient = {
    label: '公司账号',
    issuer: '',
    agentId: '',
    tenant: '',
    domains: [],
    roleClaim: '',
    roles: [],
    alwaysTwoFactors: false,
    acrValues: [],
    isForStaff: true,
    isForMembers: true,
    secret: 'SECRET',
    async fetch(address, request) {
      const url = new URL(address)
      requests.push({ url, request })
      const body = replies[url.host + url.pathname]
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status: body ? 200 : 404 })
    },
    ...PRESETS[kind].settings,
    ...overrides,
  }
  return { client, requests }
}

const KINDS = ['wecom', 'dingtalk', 'feishu'] as const satisfies readonly ProviderKind[]

describe.each(KINDS)('sign-in by %s', (kind) => {
  const { answer, issuer, proof, wrongSecret, usedCode } = PRESETS[kind]
  const redeem = (changes: Replies = {}, query: string = answer, overrides: Partial<ProviderClient> = {}) => {
    const { client } = createClient(kind, changes, overrides)
    return ADAPTERS[kind].redeem(client, new URLSearchParams(query), CEREMONY)
  }

  it('keys people by the stable id, and proves no address, no factor and no role', async () => {
    const { client } = createClient(kind)
    expect(ADAPTERS[kind].getIssuer(client)).toBe(issuer)
    const outcome = await redeem()
    expect(outcome).toEqual({
      ...proof,
      email: null,
      hasSecondFactor: false,
      roleValues: [],
      createSignOutUrl: null,
    })
  })

  it('tells a wrong secret from a code that was used', async () => {
    await expect(redeem({ [wrongSecret[0]]: wrongSecret[1] })).rejects.toMatchObject({ failure: 'misconfigured' })
    await expect(redeem({ [usedCode[0]]: usedCode[1] })).rejects.toMatchObject({ failure: 'rejected' })
  })

  it('refuses replies of another shape', async () => {
    const [path] = Object.keys(PRESETS[kind].replies)
    for (const reply of ['<html>', '[]', '{"errcode":"0","code":[]}'])
      await expect(redeem({ [path ?? '']: reply })).rejects.toMatchObject({ failure: 'rejected' })
  })

  it('says that the person has refused', async () => {
    await expect(redeem({}, 'state=state')).rejects.toMatchObject({ failure: 'cancelled' })
    await expect(redeem({}, 'error=access_denied&state=state')).rejects.toMatchObject({ failure: 'cancelled' })
  })

  it('sends the state and the address to return to', async () => {
    const { client, requests } = createClient(kind)
    const url = new URL(await ADAPTERS[kind].createUrl(client, CEREMONY))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ state: 'state', redirect_uri: CEREMONY.redirectUri })
    expect(url.href).not.toContain('SECRET')
    expect(requests).toEqual([])
  })
})

it('refuses people from outside a WeCom corporation, who have no userid', async () => {
  const { client } = createClient('wecom', {
    'qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo': { errcode: 0, errmsg: 'ok', openid: 'OPENID' },
  })
  const redeemed = ADAPTERS.wecom.redeem(client, new URLSearchParams('code=CODE'), CEREMONY)
  await expect(redeemed).rejects.toMatchObject({ failure: 'rejected' })
})

it('opens the sign-in of WeCom’s own application', async () => {
  const { client } = createClient('wecom')
  const url = new URL(await ADAPTERS.wecom.createUrl(client, CEREMONY))
  expect(url.origin + url.pathname).toBe('https://login.work.weixin.qq.com/wwlogin/sso/login')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    login_type: 'CorpApp',
    appid: 'ww1234567890',
    agentid: '1000002',
  })
})

it.each(['dingtalk', 'feishu'] as const)('refuses people of %s from another organisation', async (kind) => {
  const { client } = createClient(kind, {}, { tenant: 'our own' })
  const redeemed = ADAPTERS[kind].redeem(client, new URLSearchParams(PRESETS[kind].answer), CEREMONY)
  await expect(redeemed).rejects.toMatchObject({ failure: 'rejected' })
})

it('sends Feishu the verifier of the challenge (PKCE)', async () => {
  const { client, requests } = createClient('feishu')
  const url = new URL(await ADAPTERS.feishu.createUrl(client, CEREMONY))
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  await ADAPTERS.feishu.redeem(client, new URLSearchParams('code=CODE'), CEREMONY)
  expect(JSON.parse(String(requests[0]?.request?.body))).toEqual({
    grant_type: 'authorization_code',
    client_id: 'cli_a5ca35a685b0x26e',
    client_secret: 'SECRET',
    code: 'CODE',
    redirect_uri: CEREMONY.redirectUri,
    code_verifier: CEREMONY.verifier,
  })
})

it.each([
  {
    kind: 'wecom',
    path: 'qyapi.weixin.qq.com/cgi-bin/gettoken',
    good: { errcode: 0, access_token: 'T' },
    bad: { errcode: 40013 },
  },
  {
    kind: 'dingtalk',
    path: 'api.dingtalk.com/v1.0/oauth2/accessToken',
    good: { accessToken: 'T', expireIn: 7200 },
    bad: { code: 'invalidClientIdOrSecret', message: '无效的clientId或者clientSecret' },
  },
  {
    kind: 'feishu',
    path: 'open.feishu.cn/open-apis/auth/v3/tenant_access_token/internal',
    good: { code: 0, msg: 'ok', tenant_access_token: 't', expire: 7200 },
    bad: { code: 10014, msg: 'app secret invalid' },
  },
] as const)('checks client and secret of $kind from the settings', async ({ kind, path, good, bad }) => {
  await ADAPTERS[kind].test(createClient(kind, { [path]: good }).client)
  const refused = ADAPTERS[kind].test(createClient(kind, { [path]: bad }).client)
  await expect(refused).rejects.toMatchObject({ failure: 'misconfigured' })
})
