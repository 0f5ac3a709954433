import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from '../../router.tsx'

/**
 * A link back to a list, with its filters if this page was opened from there. The filters are read when the link is
 * clicked, as the server doesn't know them.
 */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-indigo hover:underline"
      data-print="none"
      onClick={(event) => {
        const listUrl = findListUrl(state, to)
        const isPlainClick = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (listUrl === undefined || !isPlainClick) return
        event.preventDefault()
        navigate(listUrl)
      }}
    >
      <ArrowLeft className="size-4" aria-hidden />
      {children}
    </Link>
  )
}

/** Returns the URL that a product card stored in the navigation state, if it belongs to this list. */
function findListUrl(state: unknown, listPath: string): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state) || typeof state.from !== 'string') return
  return state.from === listPath || state.from.startsWith(`${listPath}?`) ? state.from : undefined
}
