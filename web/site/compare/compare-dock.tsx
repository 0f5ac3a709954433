import { useEffect } from 'react'
import type { SitePageName } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { createLazyImport, useLazyComponent } from '../lazy-import.ts'
import { useMatch } from '../router.tsx'
import { useBaskets } from './use-basket.ts'

/** The pages that show the comparison bar, each with its catalogue or `any`. Pages with forms and reports have none. */
const PAGE_CATALOGUES: { readonly [Name in SitePageName]?: Catalogue | 'any' } = {
  home: 'any',
  search: 'any',
  selection: 'any',
  shortlistWizard: 'any',
  shortlist: 'any',
  myShortlists: 'any',
  marketMaps: 'any',
  marketMap: 'any',
  products: 'agent',
  product: 'agent',
  alternatives: 'agent',
  ai: 'ai',
  aiProduct: 'ai',
  aiAlternatives: 'ai',
}

const lazyBar = createLazyImport(async () => (await import('./compare-bar.tsx')).CompareBar)

/**
 * Shows the comparison bar on pages with products; it is loaded once a product is chosen. If this fails, the page still
 * works without the bar.
 */
export function CompareDock() {
  const { Component: Bar, preload } = useLazyComponent(lazyBar)
  const baskets = useBaskets()
  const page = useMatch()
  const pageCatalogue = page && PAGE_CATALOGUES[page.name]
  const catalogue = pageCatalogue === 'any' ? baskets?.latest : pageCatalogue
  const items = (catalogue && baskets?.[catalogue]) ?? []
  const isComparing = page !== undefined && 'view' in page.query && page.query.view === 'compare'
  const isVisible = items.length > 0 && !isComparing

  useEffect(() => {
    if (isVisible) preload()
  }, [isVisible, preload])

  return isVisible && catalogue && Bar ? <Bar catalogue={catalogue} items={items} /> : null
}
