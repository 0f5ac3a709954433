import { Navigate } from 'react-router'
import { ADMIN_LOGIN, ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { ThemeSwitch } from '../../../shared/theme-switch.tsx'
import { useSiteName } from '../../calls/site-settings.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { useSession } from '../../session/session.ts'
import { SignInForm } from '../../sign-in/sign-in-form.tsx'
import { CompanyButtons } from './company-buttons.tsx'

export function LoginPage() {
  const { user } = useSession()
  const { query } = usePageQuery(ADMIN_LOGIN.parameters)
  const siteName = useSiteName()
  if (user) return <Navigate to={getReturnPath(query.from)} replace />
  return (
    <main className="grid h-dvh place-items-center overflow-y-auto p-4">
      <div className="w-full max-w-100">
        <div className="panel px-6 py-8 md:px-8">
          <h1 className="text-2xl tracking-widest wrap-anywhere">{siteName}</h1>
          <p className="pt-1 pb-6 text-muted">登录管理后台</p>
          <SignInForm />
          <CompanyButtons returnTo={getReturnPath(query.from)} />
        </div>
        <div className="flex items-center justify-between pt-3">
          <a href={PAGES.home} className="inline-flex min-h-11 items-center">
            返回网站
          </a>
          <ThemeSwitch />
        </div>
      </div>
    </main>
  )
}

/** Returns the page that the visitor came from, never one outside the back office. */
const getReturnPath = (from: string): string => (from.startsWith(`${ADMIN_PAGES.root}/`) ? from : ADMIN_PAGES.dashboard)
