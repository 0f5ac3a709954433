import { useIsFetching } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useSyncExternalStore } from 'react'
import { useAccountDialogs } from '../account/use-account-dialogs.tsx'
import { CompareDock } from '../compare/compare-dock.tsx'
import { isLoading, subscribeToLoads } from '../pending-loads.ts'
import { useSession } from '../session/session.ts'
import { useReplayEarlyEvents } from '../use-replay-early-events.ts'
import { DeferredFooter } from './deferred-components.tsx'
import { ScrollAndFocus } from './scroll-and-focus.tsx'
import { SiteHeader } from './site-header.tsx'

/**
 * A progress bar, shown while a page, its data or a dialog is loading and the previous page stays visible. Appears after
 * 100 ms, so that fast navigation doesn't flicker. Before hydration, `data-waiting` in site.css shows the same bar.
 */
function NavigationProgress() {
  const isPending = useSyncExternalStore(subscribeToLoads, isLoading, () => false)
  const isFetching = useIsFetching() > 0
  if (!isPending && !isFetching) return null
  return (
    <div
      role="progressbar"
      aria-label="正在加载"
      className="fixed inset-x-0 top-0 z-50 h-1 animate-[appear_0s_100ms_both] overflow-hidden bg-indigo-tint"
      data-print="none"
    >
      <div className="h-full w-1/3 animate-[pass_1.2s_ease-in-out_infinite] bg-indigo motion-reduce:w-full" />
    </div>
  )
}

/** Asks users whose session ended during an action to sign in again. Until then, the page keeps their input. */
function ExpiredSession() {
  const { isExpired } = useSession()
  const { show, dialogs } = useAccountDialogs()

  useEffect(() => {
    if (isExpired) void show('sign-in')
  })

  return dialogs
}

/** The layout of every page: header, content, footer. */
export function Layout({ children }: { children: ReactNode }) {
  useReplayEarlyEvents('layout')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-indigo px-4 py-2 text-on-indigo focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        跳到主要内容
      </a>
      <NavigationProgress />
      <SiteHeader />
      {/* Browsers with JavaScript never render this text, so it isn't part of their script. */}
      <noscript>
        {import.meta.env.SSR && (
          <p className="shell py-2 text-sm text-muted">
            当前浏览器未启用JavaScript：浏览、搜索和提交表单不受影响，登录、选型向导、下载清单与扫码加入社区需要启用后使用。
          </p>
        )}
      </noscript>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <CompareDock />
      <DeferredFooter />
      <ScrollAndFocus />
      <ExpiredSession />
    </div>
  )
}
