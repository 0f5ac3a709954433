import { SITE_PAGES } from '#contracts/paths.ts'
import { usePageQuery } from '../../use-page-query.ts'

/** Returns the name of the selected package, which is part of the URL, and a function that selects or deselects one. */
export function useSelectedPackage(): { packageName: string; toggle: (name: string) => void } {
  const { query, change } = usePageQuery(SITE_PAGES.selection.parameters)
  return {
    packageName: query.package,
    toggle: (name) => change({ package: name === query.package ? '' : name }),
  }
}
