import { ChevronDown, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { logout, useSession } from '../../shared/session.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { MEMBER_PAGES } from '../account/member-pages.ts'
import { useAccountDialogs } from '../account/use-account-dialogs.tsx'
import { useToast } from '../components/toast.tsx'
import { Link } from '../router.tsx'

/** The header contains one menu. */
const MENU_ID = 'account-menu'

/** The account button of the header: opens the sign-in dialog, or a menu if the visitor is signed in. */
export function AccountMenu() {
  const { user } = useSession()
  const showToast = useToast()
  const trigger = useRef<HTMLButtonElement>(null)
  const { show, preload, dialogs } = useAccountDialogs()

  const signOut = useExclusive(async () => {
    // Otherwise the focus would be lost with the menu, which is removed.
    trigger.current?.focus()
    if (await logout()) showToast(SITE_MESSAGES.loggedOut, 'success')
    else showToast(SITE_MESSAGES.loggedOutLocally, 'error')
  })

  return (
    <>
      {/* The same element in both states, so that a closing dialog can restore the focus to it. */}
      <button
        ref={trigger}
        type="button"
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-lg px-2 font-medium noscript:hidden hover:bg-sunken sm:px-3"
        {...(user
          ? { popoverTarget: MENU_ID, 'aria-label': `账号：${user.name}` }
          : { 'aria-haspopup': 'dialog' as const, onClick: () => show('sign-in') })}
        onPointerEnter={preload}
      >
        <UserRound className={`text-muted ${user ? 'size-5 sm:size-4' : 'size-4'}`} aria-hidden />
        {user ? <span className="hidden max-w-28 truncate sm:inline-block">{user.name}</span> : <span>登录</span>}
        {user && <ChevronDown className="hidden size-4 text-muted sm:inline" aria-hidden />}
      </button>
      {user && (
        <div
          id={MENU_ID}
          popover="auto"
          className="card fixed top-17 max-h-[80dvh] right-[max(1rem,(100vw-75rem)/2+2rem)] bottom-auto left-auto m-0 w-60 p-0 text-ink shadow-lg"
        >
          <div className="border-b border-line px-4 py-3">
            <p className="font-semibold">{user.name}</p>
            <p className="text-sm text-muted">{user.email}</p>
          </div>
          <ul className="p-1.5">
            {MEMBER_PAGES.map((page) => (
              <MenuLink key={page.path} path={page.path} title={page.title} />
            ))}
            <li>
              <MenuButton label="我的资料" onClick={() => show('profile')} />
            </li>
            <li>
              <MenuButton label="修改密码" onClick={() => show('password')} />
            </li>
            <li>
              <MenuButton label="退出登录" onClick={signOut} />
            </li>
          </ul>
        </div>
      )}
      {dialogs}
    </>
  )
}

const MenuLink = ({ path, title }: { path: string; title: string }) => (
  <li>
    <Link
      to={path}
      className="flex min-h-11 items-center rounded-lg px-2.5 hover:bg-sunken"
      onClick={() => document.getElementById(MENU_ID)?.hidePopover()}
    >
      {title}
    </Link>
  </li>
)

const MenuButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button
    type="button"
    className="flex min-h-11 w-full items-center rounded-lg px-2.5 hover:bg-sunken"
    popoverTarget={MENU_ID}
    popoverTargetAction="hide"
    onClick={onClick}
  >
    {label}
  </button>
)
