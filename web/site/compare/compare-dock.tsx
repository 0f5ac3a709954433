import { type ComponentType, useEffect, useState } from 'react'
import { findSitePage, SITE_PAGES, type SitePageName } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useLocation } from '../router.tsx'
import type { BasketItem } from './basket.ts'
import { useBaskets } from './use-basket.ts'

/** The pages on which one looks for products, and the catalogue of those that show one; forms and reports are left in peace. */
const SHOWN_ON: { readonly [Name in SitePageName]?: Catalogue | 'any' } = {
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
  ai: 'ai',
  aiProduct: 'ai',
}

type Bar = ComponentType<{ catalogue: Catalogue; items: readonly BasketItem[] }>

/** Shows the comparison's bar where one looks for products; it is loaded once something is chosen. */
export function CompareDock() {
  const [Bar, setBar] = useState<Bar>()
  const { pathname, search } = useLocation()
  const baskets = useBaskets()
  const place = SHOWN_ON[findSitePage(pathname)?.name ?? 'privacy']
  const catalogue = place === 'any' ? baskets?.latest : place
  const items = (catalogue && baskets?.[catalogue]) ?? []
  const isComparing =
    SITE_PAGES.products.parameters.view.parse(new URLSearchParams(search).get('view') ?? '') === 'compare'
  const isShown = items.length > 0 && !isComparing

  useEffect(() => {
    if (!isShown) return
    // Without the bar the comparison is lost for now, not the page.
    import('./compare-bar.tsx').then(({ CompareBar }) => setBar(() => CompareBar)).catch(() => undefined)
  }, [isShown])

  return isShown && catalogue && Bar ? <Bar catalogue={catalogue} items={items} /> : null
}
