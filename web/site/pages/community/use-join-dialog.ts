import { SITE_PAGES } from '#contracts/paths.ts'
import { usePageQuery } from '../../../shared/use-page-query.ts'

/**
 * Returns whether the join dialog is open stands in the address (`?join=open`), so that a link can open it and Back
 * closes it.
 */
export function useJoinDialog(): { isOpen: boolean; open: () => void; close: () => void } {
  const { query, change } = usePageQuery(SITE_PAGES.community.parameters)
  const isOpen = query.join === 'open'
  return {
    isOpen,
    open: () => change({ join: 'open' }),
    close() {
      if (isOpen) change({ join: '' }, { replace: true })
    },
  }
}
