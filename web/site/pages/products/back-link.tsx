import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from '../../router.tsx'

/**
 * Leads back to a list: to the one with the choices that the person came from, if this page was reached from it. That
 * is looked up when it is pressed, as the server that renders the link can't know it.
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
        const from = findList(state, to)
        const isPlainClick = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (from === undefined || !isPlainClick) return
        event.preventDefault()
        navigate(from)
      }}
    >
      <ArrowLeft className="size-4" aria-hidden />
      {children}
    </Link>
  )
}

/** Returns the address that a card left in the history's state, if it is one of this list. */
function findList(state: unknown, list: string): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state) || typeof state.from !== 'string') return
  return state.from === list || state.from.startsWith(`${list}?`) ? state.from : undefined
}
