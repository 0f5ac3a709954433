/** Calls for signing in with a company's account; those who don't use it don't load them. */
import { z } from 'zod'
import { DELETE, GET, groupCalls, POST, sentences } from '../call.ts'
import { MINUTE_MS } from '../durations.ts'
import { COMPANY_SIGN_IN, TEXT } from '../limits.ts'
import { CredentialsSchema, SignedInSchema } from './account.ts'
import { COMPANY_MESSAGES } from './company-messages.ts'
import {
  CompanyAccountSchema,
  CompanyAnswerSchema,
  CompanyBeginSchema,
  CompanyJoinSchema,
  CompanyLinkSchema,
  CompanyOutcomeSchema,
  CompanyRedirectSchema,
  FirstPasswordSchema,
  OfferedProviderSchema,
  OwnCompanyAccountsSchema,
} from './company-sign-in.ts'

const params = z.object({ id: z.string().max(TEXT.word).describe('绑定的编号。') })
const MINUTES = COMPANY_SIGN_IN.flowMs / MINUTE_MS

export const companyCalls = groupCalls('公司账号', '用公司的统一登录（OpenID Connect等）进入本站的账号。', {
  offered: GET('/api/auth/company/providers', {
    access: 'public',
    reply: z.array(OfferedProviderSchema),
    summary: '列出可用的公司账号登录方式',
  }),
  begin: POST('/api/auth/company', {
    access: 'public',
    callsPerMinute: 60,
    body: CompanyBeginSchema,
    failures: ['notFound', 'conflict', 'unavailable'],
    reply: CompanyRedirectSchema,
    summary: '开始用公司账号登录',
    description: sentences(
      `返回要前往的地址与留在浏览器里的 \`ceremony\`，${MINUTES}分钟内有效，只能用一次。`,
      '登录服务连不上时返回503。',
    ),
  }),
  finish: POST('/api/auth/company/answer', {
    access: 'public',
    callsPerMinute: 60,
    body: CompanyAnswerSchema,
    failures: ['unauthenticated', 'forbidden', 'conflict', 'unavailable'],
    reply: CompanyOutcomeSchema,
    summary: '用公司账号登录',
    description: sentences(
      '`query` 是回到本站时地址中的查询部分。',
      '第一次登录时，提供方验证过的邮箱若已有账号，须再给出它的密码（`join`）；没有则创建账号。',
    ),
  }),
  join: POST('/api/auth/company/join', {
    access: 'public',
    callsPerMinute: 60,
    body: CompanyJoinSchema,
    failures: ['unauthenticated', 'forbidden', 'conflict'],
    reply: SignedInSchema,
    summary: '核对密码，把公司账号绑定到已有的账号并登录',
  }),
  list: GET('/api/auth/company/accounts', {
    access: 'signed-in',
    reply: OwnCompanyAccountsSchema,
    summary: '列出自己绑定的公司账号',
  }),
  link: POST('/api/auth/company/accounts/options', {
    access: 'signed-in',
    body: CompanyLinkSchema,
    failures: ['notFound', 'conflict', 'unavailable'],
    reply: CompanyRedirectSchema,
    summary: '开始绑定公司账号',
    description: '核对密码后，返回要前往的地址；只在当前会话中有效。',
  }),
  finishLink: POST('/api/auth/company/accounts', {
    access: 'signed-in',
    body: CompanyAnswerSchema,
    failures: ['forbidden', 'conflict', 'unavailable'],
    reply: CompanyAccountSchema,
    message: COMPANY_MESSAGES.linked,
    summary: '绑定公司账号',
  }),
  unlink: DELETE('/api/auth/company/accounts/:id', {
    access: 'signed-in',
    params,
    body: CredentialsSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: COMPANY_MESSAGES.unlinked,
    summary: '解除绑定公司账号',
    description: '须给出密码。最后一种登录方式不能解除，返回409。',
  }),
  setFirstPassword: POST('/api/auth/password', {
    access: 'signed-in',
    body: FirstPasswordSchema,
    failures: ['conflict'],
    reply: z.null(),
    message: '密码已设置',
    summary: '给公司账号创建的账号设置密码',
    description: '只能在用公司账号登录后10分钟内；已有密码的账号返回409。',
  }),
})
