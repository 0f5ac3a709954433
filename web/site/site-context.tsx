import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { type Brand, getBrand } from './brand.ts'
import type { Queries } from './queries.ts'

type Site = { queries: Queries; publicUrl: string }

const SiteContext = createContext<Site | null>(null)

export const SiteProvider = ({ value, children }: { value: Site; children: ReactNode }) => (
  <SiteContext value={value}>{children}</SiteContext>
)

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('a component of the site was rendered outside SiteProvider')
  return site
}

/** Returns the queries of public pages, by name. */
export const useQueries = (): Queries => useSite().queries

/** Returns the branding and the settings that it is derived from; rerenders when they are reloaded. */
export function useBranding() {
  const { queries } = useSite()
  const { data: site } = useQuery(queries.site())
  const { data: logo } = useQuery(queries.logo())
  return { site, logo, brand: getBrand(useQueryClient(), queries) }
}

export const useBrand = (): Brand => useBranding().brand
