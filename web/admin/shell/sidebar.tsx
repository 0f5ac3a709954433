import { useEffect, useId, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { type ScreenWork, sumWorkByPath } from '#contracts/pending-work/pending-work.ts'
import { usePendingWork } from '../calls/pending-work.ts'
import { GROUPS, type Screen } from '../screens.ts'

type SidebarProps = { siteName: string; screens: readonly Screen[]; onNavigate?: () => void }

/** The menu of the screens that the role may see, with the number of items that wait for the user. */
export function Sidebar({ siteName, screens, onNavigate }: SidebarProps) {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { data: work = [] } = usePendingWork()
  const workByPath = sumWorkByPath(work)
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
              {groupScreens.map((screen) => (
                <MenuEntry
                  key={screen.path}
                  screen={screen}
                  work={workByPath.get(screen.path)}
                  onNavigate={onNavigate}
                />
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

type MenuEntryProps = Pick<SidebarProps, 'onNavigate'> & { screen: Screen; work: ScreenWork | undefined }

/** The link of a screen. What waits there is its description: its name stays the screen's. */
function MenuEntry({ screen: { path, title, icon: IconComponent }, work, onNavigate }: MenuEntryProps) {
  const descriptionId = useId()
  return (
    <li>
      <NavLink
        to={path}
        onClick={onNavigate}
        aria-describedby={work && descriptionId}
        className={({ isActive }) =>
          `flex min-h-9 scroll-my-3 items-center max-lg:min-h-11 pointer-coarse:min-h-11 gap-3 rounded-lg px-3 no-underline ${
            isActive ? 'bg-indigo-tint font-semibold text-indigo' : 'text-ink hover:bg-sunken'
          }`
        }
      >
        <IconComponent className="size-4.5 shrink-0" aria-hidden />
        <span className="min-w-0 flex-1">{title}</span>
        {work && <WorkCount work={work} />}
      </NavLink>
      {work && (
        <span hidden id={descriptionId}>
          {describeWork(work)}
        </span>
      )}
    </li>
  )
}

/** Returns what a count means, for its link's description. */
const describeWork = ({ count, isLate }: ScreenWork): string => `${count}项待处理${isLate ? '，有的已超时' : ''}`

/** Larger numbers are abbreviated. */
const COUNT_MAX = 999

/** The number of waiting items, in the colour of a warning if a deadline has passed. */
const WorkCount = ({ work }: { work: ScreenWork }) => (
  <span
    aria-hidden
    title={describeWork(work)}
    className={`shrink-0 rounded-full border px-2 text-xs leading-5 font-normal tabular-nums ${
      work.isLate ? 'border-danger text-danger' : 'border-line text-muted'
    }`}
  >
    {work.count > COUNT_MAX ? `${COUNT_MAX}+` : work.count}
  </span>
)
