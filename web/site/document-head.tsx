import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getBrand } from './brand.ts'
import { applyHead, getHead } from './head.ts'
import { getLoadedPage } from './page-loader.ts'
import { useLocation } from './router.tsx'
import { matchRoute, ROUTES } from './routes.ts'
import { useSite } from './site-context.tsx'

/** Updates the document's title and head for the current page and its data. */
export function DocumentHead() {
  const { queries, publicUrl } = useSite()
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const isFetching = useIsFetching() > 0

  useEffect(() => {
    const match = matchRoute(pathname, new URLSearchParams(search))
    const page = match && getLoadedPage(ROUTES[match.name])
    if (!page || isFetching) return
    const brand = getBrand(client, queries)
    applyHead(getHead(page, { match, client, queries, publicUrl, brand }), brand)
  }, [pathname, search, isFetching, client, queries, publicUrl])

  return null
}
