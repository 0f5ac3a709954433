import type { ProviderKind } from '#contracts/identity/company-sign-in.ts'
import type { MappedRole } from '#contracts/identity/sign-in-providers.ts'
import { MAPPED_ROLES } from '#contracts/identity/sign-in-providers.ts'
import { ROLE_LABELS } from '#contracts/vocabulary.ts'

/** What a provider's own console calls the values of each kind. */
type KindTexts = { name: string; label: string; clientId: string; secret: string; hint: string }

export const KIND_TEXTS: Readonly<Record<ProviderKind, KindTexts>> = {
  oidc: {
    name: 'OpenID Connect',
    label: '公司账号',
    clientId: '客户端编号（client_id）',
    secret: '客户端密钥（client_secret）',
    hint: '适用于Keycloak、Authing、Okta、Microsoft Entra等支持OpenID Connect的统一登录。',
  },
  wecom: {
    name: '企业微信',
    label: '企业微信',
    clientId: '企业ID（CorpId）',
    secret: '应用的Secret',
    hint: '企业自建应用，须在应用的“企业微信授权登录”中设置授权回调域，并把服务器的IP加入企业可信IP。',
  },
  dingtalk: {
    name: '钉钉',
    label: '钉钉',
    clientId: 'Client ID（AppKey）',
    secret: 'Client Secret（AppSecret）',
    hint: '企业内部应用，须在“安全设置”中登记回调地址，并开通个人权限 Contact.User.Read。',
  },
  feishu: {
    name: '飞书',
    label: '飞书',
    clientId: 'App ID',
    secret: 'App Secret',
    hint: '企业自建应用，须在“安全设置”中登记重定向URL。',
  },
}

export const ROLE_OPTIONS: { value: MappedRole; label: string }[] = MAPPED_ROLES.map((value) => ({
  value,
  label: ROLE_LABELS[value],
}))

/** Splits what is typed in one line each, or separated by commas. */
export const splitLines = (text: string): string[] => text.split(/[\s,，;；、]+/).filter(Boolean)
