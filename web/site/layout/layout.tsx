import type { ReactNode } from 'react'
import { ExpiredSession } from '../account/expired-session.tsx'
import { CompareDock } from '../compare/compare-dock.tsx'
import { useReplayEarlyEvents } from '../use-replay-early-events.ts'
import { DeferredFooter } from './deferred-components.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { ScrollAndFocus } from './scroll-and-focus.tsx'
import { SiteHeader } from './site-header.tsx'

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
