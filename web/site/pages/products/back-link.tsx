import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from '../../router.tsx'
import { findListUrl } from './catalogue-pages.ts'

/**
 * A link back to a list, with its filters if this page was opened from there. The filters are read when the link is
 * clicked, as the server doesn't know them.
 */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const { state } = useLocation()
  const navigate = useNavigate()

  function goToListWithFilters(event: MouseEvent) {
    const isPlainClick = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    const listUrl = findListUrl(state, to)
    if (listUrl === undefined || !isPlainClick) return
    event.preventDefault()
    navigate(listUrl)
  }

  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-indigo hover:underline"
      data-print="none"
      onClick={goToListWithFilters}
    >
      <ArrowLeft className="size-4" aria-hidden />
      {children}
    </Link>
  )
}
