import { Link } from 'react-router'
import { PAGES } from '#contracts/paths.ts'

const VIEWS = [
  { id: 'framework', label: '评估框架', to: PAGES.evaluation },
  { id: 'tool', label: '评估工具', to: `${PAGES.evaluation}?view=tool` },
] as const
type View = (typeof VIEWS)[number]['id']

export const TOOL_VIEW = VIEWS[1].to

/** The view that an address names; the framework where it names none that there is. */
export const currentView = (search: URLSearchParams): View =>
  VIEWS.find(({ id }) => id === search.get('view'))?.id ?? 'framework'

/** The toggle between the two views: links, so that it works before any script has come, and Back works after. */
export function ViewSwitch({ current }: { current: View }) {
  return (
    <nav aria-label="评估视图" className="mt-7" data-print="none">
      <ul className="inline-flex rounded-lg border border-control p-1">
        {VIEWS.map(({ id, label, to }) => (
          <li key={id}>
            <Link
              to={to}
              aria-current={id === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-md px-5 font-medium text-muted hover:text-ink aria-[current=page]:bg-indigo aria-[current=page]:text-on-indigo"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
