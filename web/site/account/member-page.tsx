import { type ReactNode, useEffect, useRef } from 'react'
import { PageTitle } from '../components/section.tsx'
import { Link, useLocation } from '../router.tsx'
import { MEMBER_PAGES } from './member-pages.ts'
import { MembersOnly } from './members-only.tsx'

type MemberPageProps = {
  title: string
  subtitle: string
  /** Controls below the title. */
  action?: ReactNode
  /** Shown instead of the content to visitors who aren't signed in. */
  invitation: ReactNode
  children: ReactNode
}

/** A page of the member area, with navigation to its other pages. */
export const MemberPage = ({ title, subtitle, action, invitation, children }: MemberPageProps) => (
  <>
    <PageTitle title={title} subtitle={subtitle}>
      {action}
    </PageTitle>
    <MembersOnly invitation={invitation}>
      <MemberNavigation />
      {children}
    </MembersOnly>
  </>
)

function MemberNavigation() {
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector(`[href="${CSS.escape(pathname)}"]`)?.closest('li')
    // Not `scrollIntoView`, which would also scroll the page.
    if (list.current && current)
      list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.clientWidth) / 2
  }, [pathname])
  return (
    <nav aria-label="我的" className="border-b border-line bg-surface" data-print="none">
      <ul ref={list} className="scroll-edges shell relative flex gap-x-5 overflow-x-auto whitespace-nowrap">
        {MEMBER_PAGES.map(({ path, title }) => (
          <li key={path} className="shrink-0">
            <Link
              to={path}
              aria-current={pathname === path ? 'page' : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-indigo aria-[current]:text-indigo"
            >
              {path === MEMBER_PAGES[0].path ? '概览' : title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
