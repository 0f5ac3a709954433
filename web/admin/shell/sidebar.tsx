import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { GROUPS, type Screen } from '../screens.ts'

type SidebarProps = { siteName: string; screens: readonly Screen[]; onNavigate?: () => void }

/** The menu of the screens that the role may see. */
export function Sidebar({ siteName, screens, onNavigate }: SidebarProps) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // Scrolls the current link into view, since the menu may be longer than the window.
    const currentLink = pathname && menu.current?.querySelector('[aria-current="page"]')
    if (currentLink) currentLink.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={menu} aria-label="后台菜单" className="flex flex-col gap-5 p-3">
      <p className="flex items-baseline gap-2 px-3 pt-3 text-xl font-semibold tracking-widest max-lg:hidden">
        <span className="truncate">{siteName}</span>
        <span className="shrink-0 text-sm font-normal tracking-normal text-muted">管理后台</span>
      </p>
      {GROUPS.map((group) => {
        const groupScreens = screens.filter((screen) => screen.group === group)
        if (groupScreens.length === 0) return null
        return (
          <div key={group}>
            <h2 className="px-3 pb-1 text-xs font-normal text-muted">{group}</h2>
            <ul>
              {groupScreens.map(({ path, title, icon: IconComponent }) => (
                <li key={path}>
                  <NavLink
                    to={path}
                    onClick={onNavigate}
                    className={({ isActive }) =>
                      `flex min-h-9 scroll-my-3 items-center max-lg:min-h-11 pointer-coarse:min-h-11 gap-3 rounded-lg px-3 no-underline ${
                        isActive ? 'bg-indigo-tint font-semibold text-indigo' : 'text-ink hover:bg-sunken'
                      }`
                    }
                  >
                    <IconComponent className="size-4.5 shrink-0" aria-hidden />
                    {title}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
