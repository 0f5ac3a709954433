import type { ProviderKind } from '#contracts/identity/company-sign-in.ts'
import type { Adapter } from './adapter.ts'
import { oidcAdapter } from './oidc.ts'

/** One adapter for each kind of provider. */
export const ADAPTERS: Readonly<Record<ProviderKind, Adapter>> = { oidc: oidcAdapter }
