import { useLocation } from 'react-router'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { getBackPath } from './product-paths.ts'

/** The navigation state of an editor that was opened from a list. */
type ListOrigin = { listUrl: string }

/** Returns the navigation state of links from this list to an editor, whose back link then returns to the same view. */
export function useListOrigin(): ListOrigin {
  const { pathname, search } = useLocation()
  return { listUrl: pathname + search }
}

/** Returns the path of an editor's back link: the list that it was opened from, or else the catalogue's. */
export function useBackPath(catalogue: Catalogue): string {
  const { state } = useLocation()
  const { query } = usePageQuery(ADMIN_SCREENS.productDetail.parameters)
  return findListUrl(state) ?? getBackPath(catalogue, query.source === 'content')
}

function findListUrl(state: unknown): string | undefined {
  const listUrl = isObject(state) ? state.listUrl : undefined
  return typeof listUrl === 'string' && listUrl.startsWith(`${ADMIN_PAGES.root}/`) ? listUrl : undefined
}
