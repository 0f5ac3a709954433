import { Button } from 'antd'
import { CircleX } from 'lucide-react'
import { createBrowserRouter, redirect } from 'react-router'
import { ADMIN_COMPANY_SIGN_IN, ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { LoginPage } from './screens/login/login-page.tsx'
import { SCREENS } from './screens.ts'
import { Shell } from './shell/shell.tsx'

/** Replaces a screen that failed to load or render. */
const ScreenError = () => (
  <div role="alert" className="mx-auto flex max-w-xl flex-col items-center gap-3 px-4 py-16 text-center">
    <CircleX className="size-16 text-danger" aria-hidden />
    <h1 className="text-2xl">页面没有打开</h1>
    <p className="text-muted">可能是网络中断，或系统刚刚更新。未保存的修改留在本机，重新载入后可以恢复。</p>
    <Button type="primary" onClick={() => location.reload()}>
      重新载入
    </Button>
  </div>
)

export const createAdminRouter = () =>
  createBrowserRouter([
    { path: ADMIN_PAGES.login, Component: LoginPage },
    {
      path: ADMIN_COMPANY_SIGN_IN.path,
      ErrorBoundary: ScreenError,
      lazy: async () => ({ Component: (await import('./screens/login/company-answer-page.tsx')).CompanyAnswerPage }),
    },
    {
      path: ADMIN_PAGES.root,
      Component: Shell,
      ErrorBoundary: ScreenError,
      children: [
        { index: true, loader: () => redirect(ADMIN_PAGES.dashboard) },
        ...SCREENS.map(({ path, load }) => ({
          path,
          ErrorBoundary: ScreenError,
          lazy: async () => ({ Component: await load() }),
        })),
        {
          path: '*',
          // Unknown URLs redirect to the public home page, which isn't part of this bundle.
          loader: () => {
            location.replace(PAGES.home)
            return null
          },
        },
      ],
    },
  ])
