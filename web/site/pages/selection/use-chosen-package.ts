import { SITE_PAGES } from '#contracts/paths.ts'
import { usePageQuery } from '../../../shared/use-page-query.ts'

/** Returns the package that the visitor has in mind, by its name; it stands in the address. */
export function useChosenPackage(): { chosen: string; toggle: (name: string) => void } {
  const { query, change } = usePageQuery(SITE_PAGES.selection.parameters)
  return {
    chosen: query.package,
    toggle: (name) => change({ package: name === query.package ? '' : name }),
  }
}
