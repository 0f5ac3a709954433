import { createContext, type ReactNode, useContext } from 'react'
import type { Queries } from './queries.ts'

type Site = { queries: Queries; publicUrl: string }

const SiteContext = createContext<Site | null>(null)

export const SiteProvider = ({ value, children }: { value: Site; children: ReactNode }) => (
  <SiteContext value={value}>{children}</SiteContext>
)

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('a part of the site stands outside SiteProvider')
  return site
}

/** What this page may read, by name. */
export const useQueries = (): Queries => useSite().queries
