import { buildPageUrl, type PageQuery } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { Link } from '../../router.tsx'

const { path, parameters } = SITE_PAGES.evaluation
type View = PageQuery<typeof parameters>['view']

const getViewUrl = (view: View) => buildPageUrl(path, parameters, { view })
export const TOOL_VIEW_URL = getViewUrl('tool')

const VIEWS = [
  { id: 'framework', label: '评估框架', to: getViewUrl('framework') },
  { id: 'tool', label: '评估工具', to: TOOL_VIEW_URL },
] as const

/** Links to the two views, which work without script, and between which the visitor can go back. */
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
