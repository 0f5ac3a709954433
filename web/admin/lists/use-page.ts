import { useState } from 'react'
import type { Filters } from './use-filters.ts'

/** Returns the page number of a list without filters in a dialog. Unlike that of a screen, it isn't part of the URL. */
export function usePage(): { page: number; filters: Pick<Filters, 'goToPage' | 'isFiltered' | 'clear'> } {
  const [page, goToPage] = useState(1)
  return { page, filters: { goToPage, isFiltered: false, clear: () => goToPage(1) } }
}
