import { SITE_PAGES } from '#contracts/paths.ts'
import { usePageQuery } from '../../use-page-query.ts'

/**
 * Returns the names of the selected package and of the product that the visitor came from, which are part of the URL,
 * and a function that selects or deselects a package.
 */
export function useSelectedPackage(): { packageName: string; productName: string; toggle: (name: string) => void } {
  const { query, change } = usePageQuery(SITE_PAGES.selection.parameters)
  return {
    packageName: query.package,
    productName: query.product,
    toggle: (name) => change({ package: name === query.package ? '' : name }),
  }
}
