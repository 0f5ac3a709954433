import { createBrowserRouter, redirect } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { LoginPage } from './screens/login/login-page.tsx'
import { SCREENS } from './screens.ts'
import { ScreenError } from './shell/screen-error.tsx'
import { Shell } from './shell/shell.tsx'

export const createAdminRouter = () =>
  createBrowserRouter([
    { path: ADMIN_PAGES.login, Component: LoginPage },
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
