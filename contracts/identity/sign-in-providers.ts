/** Settings of the identity providers of companies, and of how the staff signs in. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { flag, list, text } from '../fields.ts'
import { COMPANY_SIGN_IN, TEXT } from '../limits.ts'
import { requiredName, requiredText, storedText } from '../stored-text.ts'
import { COMPANY_MESSAGES as MESSAGES } from './company-messages.ts'
import { PROVIDER_KINDS } from './company-sign-in.ts'

/** The roles that a claim may give; only people make super admins. */
export const MAPPED_ROLES = ['editor', 'reviewer', 'viewer', 'member'] as const
export type MappedRole = (typeof MAPPED_ROLES)[number]

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

const domain = storedText()
  .trim()
  .toLowerCase()
  .transform((name) => name.replace(/^@/, ''))
  .refine((name) => DOMAIN.test(name), MESSAGES.domain)

/** An issuer without query and fragment (OpenID Connect Discovery 1.0 §2), nor a password, which the audit would contain. */
const issuer = text(TEXT.link).refine((address) => {
  const url = URL.parse(address)
  return (
    address === '' ||
    (/^https?:$/.test(url?.protocol ?? '') &&
      url?.search === '' &&
      url.hash === '' &&
      url.username + url.password === '')
  )
}, MESSAGES.issuer)

/** What is stored about a provider besides its secret. */
const ProviderSettingsSchema = z.object({
  label: requiredName(MESSAGES.label, TEXT.word),
  issuer,
  clientId: requiredText(MESSAGES.clientId),
  /** The number of WeCom's application. */
  agentId: text(TEXT.word),
  /** The organisation whose people may sign in: DingTalk's `corpId`, Feishu's `tenant_key`. */
  tenant: text(TEXT.line),
  /** Only verified addresses of these domains may sign in; empty: all. */
  domains: list(domain, COMPANY_SIGN_IN.domains),
  roleClaim: text(TEXT.word),
  /** The role of an account at each sign-in, by the value of the claim; the first that matches counts. */
  roles: list(
    z.object({ value: requiredText(MESSAGES.claimValue), role: z.enum(MAPPED_ROLES) }),
    COMPANY_SIGN_IN.roles,
  ),
  /** Whether every sign-in counts as two factors, not only those of which the provider says so. */
  alwaysTwoFactors: flag(),
  /** The values of `acr` that stand for two factors; they are asked for, too. */
  acrValues: list(requiredText(MESSAGES.claimValue), COMPANY_SIGN_IN.roles),
  isForStaff: flag(),
  isForMembers: flag(),
})
export type ProviderSettings = z.infer<typeof ProviderSettingsSchema>

const InputShape = ProviderSettingsSchema.extend({
  kind: z.enum(PROVIDER_KINDS),
  /** Omitted or blank: the stored one remains. */
  secret: storedText().trim().max(TEXT.line).default(''),
})

/** A provider as it is entered. Whether nobody may use it is checked by form and server alike. */
export const ProviderInputSchema = InputShape.superRefine((input, context) => {
  const require = (path: string, message: string, isGiven: boolean) => {
    if (!isGiven) context.addIssue({ code: 'custom', path: [path], message })
  }
  require('isForMembers', MESSAGES.noOne, input.isForStaff || input.isForMembers)
  if (input.kind === 'oidc') {
    require('issuer', MESSAGES.issuer, input.issuer !== '')
    require('roleClaim', MESSAGES.roleClaim, input.roles.length === 0 || input.roleClaim !== '')
  }
  if (input.kind === 'wecom') require('agentId', MESSAGES.agentId, /^\d+$/.test(input.agentId))
  if (input.kind === 'dingtalk') require('tenant', MESSAGES.tenant, input.tenant !== '')
  // These verify no address: nobody could sign in.
  if (input.kind !== 'oidc') require('domains', MESSAGES.domainsNotVerified, input.domains.length === 0)
}).meta({ id: 'SignInProviderInput' })
export type ProviderInput = z.output<typeof ProviderInputSchema>

export const ProviderSchema = ProviderSettingsSchema.extend({
  id: z.string(),
  kind: z.enum(PROVIDER_KINDS),
  createdAt: z.iso.datetime(),
  version: z.int(),
}).meta({ id: 'SignInProvider' })
export type Provider = z.infer<typeof ProviderSchema>

/**
 * How the staff signs in. While passwords are off, `emergencyAccount` can still use one; they are on again as soon as
 * that account couldn't.
 */
export const StaffSignInSchema = z.object({
  isPasswordAllowed: flag(true),
  /** The id of a super admin; '' for none. */
  emergencyAccount: text(TEXT.word),
})
export type StaffSignIn = z.infer<typeof StaffSignInSchema>

export const SignInProvidersSchema = z.object({
  providers: z.array(ProviderSchema),
  staff: StaffSignInSchema,
  staffVersion: z.int(),
  /** Whether passwords are in fact refused now. */
  isPasswordOff: z.boolean(),
  /** The addresses that have to be registered at the provider. */
  addresses: z.object({ callbacks: z.array(z.string()), signedOut: z.array(z.string()) }),
  emergencyCandidates: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type SignInProviders = z.infer<typeof SignInProvidersSchema>

export const ProviderTestSchema = z.object({ isReachable: z.boolean(), message: z.string() })
