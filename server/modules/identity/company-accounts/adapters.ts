import type { ProviderKind } from '#contracts/identity/company-sign-in.ts'
import type { Adapter } from './adapter.ts'
import { dingtalkAdapter } from './dingtalk.ts'
import { feishuAdapter } from './feishu.ts'
import { oidcAdapter } from './oidc.ts'
import { wecomAdapter } from './wecom.ts'

/** One adapter for each kind of provider. */
export const ADAPTERS: Readonly<Record<ProviderKind, Adapter>> = {
  oidc: oidcAdapter,
  wecom: wecomAdapter,
  dingtalk: dingtalkAdapter,
  feishu: feishuAdapter,
}
