import type { ProviderKind } from '#contracts/identity/company-sign-in.ts'
import type { MappedRole } from '#contracts/identity/sign-in-providers.ts'
import { MAPPED_ROLES } from '#contracts/identity/sign-in-providers.ts'
import { ROLE_LABELS } from '#contracts/vocabulary.ts'

/** What a provider's own console calls the values of each kind. */
type KindTexts = { name: string; clientId: string; secret: string; hint: string }

export const KIND_TEXTS: Readonly<Record<ProviderKind, KindTexts>> = {
  oidc: {
    name: 'OpenID Connect',
    clientId: '客户端编号（client_id）',
    secret: '客户端密钥（client_secret）',
    hint: '适用于Keycloak、Authing、Okta、Microsoft Entra等支持OpenID Connect的统一登录。',
  },
}

export const ROLE_OPTIONS: { value: MappedRole; label: string }[] = MAPPED_ROLES.map((value) => ({
  value,
  label: ROLE_LABELS[value],
}))

/** Splits what is typed in one line each, or separated by commas. */
export const splitLines = (text: string): string[] => text.split(/[\s,，;；、]+/).filter(Boolean)
