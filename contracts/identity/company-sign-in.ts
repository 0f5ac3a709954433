/** Signing in with the account of a company's identity provider, and joining it to an account here. */

import { z } from 'zod'
import { tooLongMessage } from '../chinese-issues.ts'
import { COMPANY_SIGN_IN, TEXT } from '../limits.ts'
import { isLocalPath } from '../rules/local-path.ts'
import { toNfkc } from '../rules/normalize-text.ts'
import { requiredText } from '../stored-text.ts'
import { accountPassword, CredentialsSchema, deviceToken, SignedInSchema, twoFactorCode } from './account.ts'
import { COMPANY_MESSAGES as MESSAGES } from './company-messages.ts'
import { newPassword } from './password.ts'

/** The protocols, one adapter each: OpenID Connect, and those of their own. */
export const PROVIDER_KINDS = ['oidc', 'wecom', 'dingtalk', 'feishu'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** Where a sign-in began and ends: the public site or the back office. */
export const SIGN_IN_AREAS = ['site', 'admin'] as const
export type SignInArea = (typeof SIGN_IN_AREAS)[number]

/** What the sign-in forms offer. */
export const OfferedProviderSchema = z.object({
  id: z.string(),
  kind: z.enum(PROVIDER_KINDS),
  label: z.string(),
  isForStaff: z.boolean(),
  isForMembers: z.boolean(),
})
export type OfferedProvider = z.infer<typeof OfferedProviderSchema>

const token = z.string(MESSAGES.expired).min(1, MESSAGES.expired).max(TEXT.line, tooLongMessage(TEXT.line))
const provider = z.string().max(TEXT.word).describe('登录方式的编号。')

export const CompanyBeginSchema = z
  .object({
    provider,
    area: z.enum(SIGN_IN_AREAS),
    /** The page to return to; what isn't a path of this site becomes the home page or the dashboard. */
    returnTo: z
      .string()
      .max(TEXT.link)
      .transform((path) => (isLocalPath(path) ? path : ''))
      .default(''),
  })
  .meta({ id: 'CompanySignInStart' })
export type CompanyBegin = z.infer<typeof CompanyBeginSchema>

export const CompanyLinkSchema = CredentialsSchema.extend({ provider, area: z.enum(SIGN_IN_AREAS) })
export type CompanyLink = z.infer<typeof CompanyLinkSchema>

/** `ceremony` stays in the browser, which goes to `url`; without it, the provider's answer is worthless. */
export const CompanyRedirectSchema = z.object({ url: z.string(), ceremony: z.string() })
export type CompanyRedirect = z.infer<typeof CompanyRedirectSchema>

/** The query of the address to which the provider has sent the browser back. */
export const CompanyAnswerSchema = z.object({
  ceremony: token.describe('来自上一步的响应，只能用一次。'),
  query: z.string().max(COMPANY_SIGN_IN.maxQueryLength, tooLongMessage(COMPANY_SIGN_IN.maxQueryLength)),
  deviceToken,
})
export type CompanyAnswer = z.infer<typeof CompanyAnswerSchema>

/**
 * `signed-in`, or what is missing: a two-factor code (to be sent as after a password), or the password of the account to
 * be joined. `email` is the address that the provider has verified, if an account has it.
 */
export const CompanyOutcomeSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('signed-in'), returnTo: z.string(), signIn: SignedInSchema }),
  z.object({ step: z.literal('code'), returnTo: z.string(), challenge: z.string() }),
  z.object({ step: z.literal('join'), returnTo: z.string(), challenge: z.string(), email: z.string().nullable() }),
])
export type CompanyOutcome = z.infer<typeof CompanyOutcomeSchema>

/** `email` is used if the provider has verified none. */
export const CompanyJoinSchema = z
  .object({
    challenge: token.describe('来自上一步的响应。'),
    email: requiredText(MESSAGES.email, 254).overwrite(toNfkc).optional(),
    password: accountPassword,
    code: twoFactorCode.optional().describe('开启了两步验证的账号须给出。'),
    deviceToken,
  })
  .meta({ id: 'CompanyJoin' })
export type CompanyJoin = z.infer<typeof CompanyJoinSchema>

/** A company's account that opens the account here. `name` is how the provider calls it. */
export const CompanyAccountSchema = z
  .object({
    id: z.string(),
    provider: z.string().nullable(),
    label: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CompanyAccount' })
export type CompanyAccount = z.infer<typeof CompanyAccountSchema>

/** Those of a user, whether the account has a password, and what can be joined. */
export const OwnCompanyAccountsSchema = z.object({
  accounts: z.array(CompanyAccountSchema),
  providers: z.array(OfferedProviderSchema),
  hasPassword: z.boolean(),
})
export type OwnCompanyAccounts = z.infer<typeof OwnCompanyAccountsSchema>

export const FirstPasswordSchema = z.object({ newPassword: newPassword('密码', '请输入新密码') })
