import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import {
  matchPath,
  Navigate,
  NavigationType,
  Outlet,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router'
import { ADMIN_LOGIN } from '#contracts/admin-pages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES } from '#contracts/paths.ts'
import { isFocusLost } from '../../shared/is-focus-lost.ts'
import { useFocusFallback } from '../../shared/use-focus-fallback.ts'
import { useSiteName } from '../calls/site-settings.ts'
import { ScreenContent, ScreenHeader } from '../components/screen-header.tsx'
import { PasswordForm } from '../screens/account/password-form.tsx'
import { listScreens } from '../screens.ts'
import { session, useSession, useUser } from '../session/session.ts'
import { useSessionRefresh } from '../session/use-session-refresh.ts'
import { SignInDialog } from '../sign-in/sign-in-dialog.tsx'
import { Sidebar } from './sidebar.tsx'
import { SiteButtons, TopBar } from './top-bar.tsx'
import { TwoFactorGate } from './two-factor-gate.tsx'
import { useWasOpen } from './use-was-open.ts'

/**
 * Requires users whose password was set by an administrator to change it first (the server rejects everything else). A
 * screen that is already open stays mounted underneath, with its input.
 */
function PasswordGate({ children }: { children: ReactNode }) {
  const { mustChangePassword } = useUser()
  const wasOpen = useWasOpen(!mustChangePassword)
  const client = useQueryClient()
  useEffect(() => {
    // Refetches the queries that the server rejected while the password had to be changed.
    if (!mustChangePassword) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [mustChangePassword, client])
  return (
    <>
      {mustChangePassword && (
        <ScreenContent>
          <ScreenHeader
            title="请先修改密码"
            isTitleOwn
            description="当前密码不是您自己设置的。改为只有您知道的密码后，即可继续。"
          />
          <PasswordForm />
        </ScreenContent>
      )}
      {wasOpen && <div className={mustChangePassword ? 'hidden' : 'contents'}>{children}</div>}
    </>
  )
}

/** The layout around every screen. Redirects to the sign-in page if nobody is signed in. */
export function Shell() {
  const { user } = useSession()
  const { pathname, search } = useLocation()
  if (!user) {
    return <Navigate to={buildPageUrl(ADMIN_LOGIN.path, ADMIN_LOGIN.parameters, { from: pathname + search })} replace />
  }
  if (user.role === 'member') return <AccessDenied />
  // Remounts for another user, so that no state of the previous one remains.
  return <SignedInShell key={user._id} />
}

function SignedInShell() {
  const { user, ending } = useSession()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const { pathname } = useLocation()
  const isLoading = useNavigation().state === 'loading'
  const siteName = useSiteName()
  const mainRef = useFocusFallback<HTMLElement>()
  useFocusOnScreen(mainRef, pathname)
  useSessionRefresh()
  if (!user) return null
  const screens = listScreens(user.role)
  const currentScreen = screens.find(({ path }) => matchPath(path, pathname))

  return (
    <div className="grid h-dvh grid-cols-1 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed -top-20 left-2 z-50 rounded-lg bg-indigo px-4 py-2 text-on-indigo no-underline focus:top-2"
      >
        跳到主要内容
      </a>
      <aside className="hidden overflow-y-auto border-r border-line bg-surface lg:block">
        <Sidebar siteName={siteName} screens={screens} />
      </aside>
      <Drawer
        open={isMenuOpen}
        placement="left"
        size={280}
        title="菜单"
        extra={
          <div className="flex gap-1 sm:hidden">
            <SiteButtons />
          </div>
        }
        onClose={() => setIsMenuOpen(false)}
        styles={{ body: { padding: 0 } }}
      >
        <Sidebar siteName={siteName} screens={screens} onNavigate={() => setIsMenuOpen(false)} />
      </Drawer>
      <div className="flex min-h-0 min-w-0 flex-col">
        <TopBar screens={screens} title={currentScreen?.title ?? ''} onOpenMenu={() => setIsMenuOpen(true)} />
        <main
          id="main"
          ref={mainRef}
          tabIndex={-1}
          aria-busy={isLoading}
          // Keeps focused and revealed elements from being covered by a screen's sticky bars.
          className="relative min-h-0 flex-1 scroll-pt-18 scroll-pb-6 overflow-y-auto has-[[data-bottom-bar]]:scroll-pb-28 focus-visible:outline-none"
        >
          {/* Only the screen is replaced by navigation: the gates keep the input of their forms. */}
          <PasswordGate>
            <TwoFactorGate>
              <div key={pathname} className="contents" ref={scrollToTop}>
                {currentScreen ? <Outlet context={screens} /> : <AccessDenied />}
              </div>
            </TwoFactorGate>
          </PasswordGate>
        </main>
      </div>
      <SignInDialog ending={ending} />
    </div>
  )
}

/**
 * Moves the focus to a screen that was opened from the menu, so that Tab doesn't pass the rest of the menu, or by signing
 * in, which removes the focused form.
 */
function useFocusOnScreen(mainRef: RefObject<HTMLElement | null>, pathname: string) {
  const navigationType = useNavigationType()
  // As it was when the shell was mounted: changes of a screen's query must not take the focus from what they open.
  const [isOpenedByNavigation] = useState(navigationType !== NavigationType.Pop)
  useEffect(() => {
    if (!pathname) return
    const isLeft = document.activeElement?.closest('nav') || (isOpenedByNavigation && isFocusLost())
    if (isLeft) mainRef.current?.focus({ preventScroll: true })
  }, [mainRef, pathname, isOpenedByNavigation])
}

const scrollToTop = (screen: HTMLElement | null) => screen?.closest('main')?.scrollTo(0, 0)

function AccessDenied() {
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-3 px-4 py-16">
      <h1 className="text-2xl">没有权限</h1>
      <p>当前账号不能查看这个页面。如需开通，请联系管理员；也可以换一个有权限的账号登录。</p>
      <p className="flex flex-wrap gap-2 pt-2">
        <Button type="primary" onClick={() => session.signOut()}>
          换个账号登录
        </Button>
        <Button href={PAGES.home}>返回网站</Button>
      </p>
    </div>
  )
}
