import { type RefObject, useEffect, useRef } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import type { AccountDialog } from '../account/account-dialogs.tsx'
import { MEMBER_PAGES } from '../account/member-pages.ts'
import { useToast } from '../components/toast.tsx'
import { Link } from '../router.tsx'
import { useSession } from '../session/session.ts'
import { logout } from '../session/session-changes.ts'

type AccountMenuPanelProps = {
  id: string
  /** The button that opens the menu. */
  trigger: RefObject<HTMLButtonElement | null>
  /** Whether the menu opens when it is mounted; reset by that. */
  shouldOpen: RefObject<boolean>
  onShowDialog: (dialog: AccountDialog) => void
}

/** The menu of the signed-in user. */
export function AccountMenuPanel({ id, trigger, shouldOpen, onShowDialog }: AccountMenuPanelProps) {
  const { user } = useSession()
  const showToast = useToast()
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!shouldOpen.current) return
    shouldOpen.current = false
    // With its source, Tab goes from the button into the menu.
    if (trigger.current) panel.current?.showPopover({ source: trigger.current })
  }, [shouldOpen, trigger])

  const signOut = useExclusive(async () => {
    // Otherwise the focus would be lost with the menu, which is removed.
    trigger.current?.focus()
    if (await logout()) showToast(SITE_MESSAGES.loggedOut, 'success')
    else showToast(SITE_MESSAGES.loggedOutLocally, 'error')
  })

  return (
    <div
      ref={panel}
      id={id}
      popover="auto"
      className="card fixed top-17 max-h-[80dvh] right-[max(1rem,(100vw-75rem)/2+2rem)] bottom-auto left-auto m-0 w-60 p-0 text-ink shadow-lg"
    >
      <div className="border-b border-line px-4 py-3">
        <p className="font-semibold">{user?.name}</p>
        <p className="text-sm text-muted">{user?.email}</p>
      </div>
      <ul className="p-1.5">
        {MEMBER_PAGES.map((page) => (
          <MenuLink key={page.path} menuId={id} path={page.path} title={page.title} />
        ))}
        <MenuButton menuId={id} label="我的资料" onClick={() => onShowDialog('profile')} />
        <MenuButton menuId={id} label="修改密码" onClick={() => onShowDialog('password')} />
        <MenuButton menuId={id} label="退出登录" onClick={signOut} />
      </ul>
    </div>
  )
}

const MenuLink = ({ menuId, path, title }: { menuId: string; path: string; title: string }) => (
  <li>
    <Link
      to={path}
      className="flex min-h-11 items-center rounded-lg px-2.5 hover:bg-sunken"
      onClick={() => document.getElementById(menuId)?.hidePopover()}
    >
      {title}
    </Link>
  </li>
)

const MenuButton = ({ menuId, label, onClick }: { menuId: string; label: string; onClick: () => void }) => (
  <li>
    <button
      type="button"
      className="flex min-h-11 w-full items-center rounded-lg px-2.5 hover:bg-sunken"
      popoverTarget={menuId}
      popoverTargetAction="hide"
      onClick={onClick}
    >
      {label}
    </button>
  </li>
)
