import { ChevronDown, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { useAccountDialogs } from '../account/use-account-dialogs.tsx'
import { createLazyImport, useLazyComponent } from '../lazy-import.ts'
import { useSession } from '../session/session.ts'

/** The header contains one menu. */
const MENU_ID = 'account-menu'
const lazyPanel = createLazyImport(async () => (await import('./account-menu-panel.tsx')).AccountMenuPanel)

/** The account button of the header: opens the sign-in dialog, or a menu if the visitor is signed in. */
export function AccountMenu() {
  const { user } = useSession()
  const trigger = useRef<HTMLButtonElement>(null)
  const { show, preload: preloadDialogs, dialogs } = useAccountDialogs()
  const { Component: Panel, load: loadPanel, preload: preloadPanel } = useLazyComponent(lazyPanel)

  /** The first press loads the menu, which then opens; later presses are handled by the popover. */
  const shouldOpen = useRef(false)
  function press() {
    if (!user) void show('sign-in')
    else if (!Panel) {
      shouldOpen.current = true
      void loadPanel()
    }
  }

  return (
    <>
      {/* The same element in both states, so that a closing dialog can restore the focus to it. */}
      <button
        ref={trigger}
        type="button"
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-lg px-2 font-medium noscript:hidden hover:bg-sunken sm:px-3"
        aria-label={user ? `账号：${user.name}` : undefined}
        aria-haspopup={user ? undefined : 'dialog'}
        aria-expanded={user && !Panel ? false : undefined}
        popoverTarget={user && Panel ? MENU_ID : undefined}
        onClick={press}
        onPointerEnter={user ? preloadPanel : preloadDialogs}
      >
        <UserRound className={`text-muted ${user ? 'size-5 sm:size-4' : 'size-4'}`} aria-hidden />
        {user ? <span className="hidden max-w-24 truncate sm:inline-block">{user.name}</span> : <span>登录</span>}
        {user && <ChevronDown className="hidden size-4 text-muted sm:inline" aria-hidden />}
      </button>
      {user && Panel && <Panel id={MENU_ID} trigger={trigger} shouldOpen={shouldOpen} onShowDialog={show} />}
      {dialogs}
    </>
  )
}
