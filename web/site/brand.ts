/** The site's name, tagline and logo. */
import type { QueryClient } from '@tanstack/react-query'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import type { Queries } from './queries.ts'

export const SITE_NAME = '智鉴'
export const SITE_TAGLINE = '企业智能体展示与评估平台'

export type Brand = {
  name: string
  /** May be empty. */
  tagline: string
  /** The uploaded logo's path; absent for the default logo. */
  logoUrl: string | undefined
}

/** Returns the branding from the cached settings, with defaults for settings that aren't loaded. */
export function getBrand(client: QueryClient, queries: Queries): Brand {
  const site = client.getQueryData(queries.site().queryKey)
  const logo = client.getQueryData(queries.logo().queryKey)
  return {
    name: site?.siteName ?? SITE_NAME,
    tagline: site?.siteDescription ?? SITE_TAGLINE,
    logoUrl: logo?.logoType === 'custom' ? toSafeLink(logo.logoUrl) : undefined,
  }
}
