import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, use } from 'react'
import type { FormOutcome } from '#contracts/forms.ts'
import { PAGES } from '#contracts/paths.ts'
import { PageSkeleton } from './components/page-skeleton.tsx'
import { ToastProvider } from './components/toast.tsx'
import { DocumentHead } from './document-head.tsx'
import { FormOutcomeProvider } from './form-outcome.tsx'
import { Layout } from './layout/layout.tsx'
import { PageErrorBoundary } from './page-error-boundary.tsx'
import { getLoadedPage, loadPage } from './page-loader.ts'
import type { Queries } from './queries.ts'
import { Redirect, useLocation } from './router.tsx'
import { matchRoute, ROUTES, type Route } from './routes.ts'
import { SiteProvider } from './site-context.tsx'
import { usePageViews } from './use-page-views.ts'
import { useReplayEarlyEvents } from './use-replay-early-events.ts'

type AppProps = { client: QueryClient; queries: Queries; publicUrl: string; formOutcome: FormOutcome | undefined }

/**
 * The site's root component. It is rendered inside a `StaticRouter` on the server or a `BrowserRouter` in the browser.
 */
export function App({ client, queries, publicUrl, formOutcome }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SiteProvider value={{ queries, publicUrl }}>
        <ToastProvider>
          <FormOutcomeProvider outcome={formOutcome}>
            <PageErrorBoundary path="">
              <Layout>
                <CurrentPage />
              </Layout>
            </PageErrorBoundary>
          </FormOutcomeProvider>
        </ToastProvider>
      </SiteProvider>
    </QueryClientProvider>
  )
}

function CurrentPage() {
  const { pathname, search } = useLocation()
  usePageViews(pathname)
  const match = matchRoute(pathname, new URLSearchParams(search))
  if (!match) return <Redirect to={PAGES.home} />
  return (
    <PageErrorBoundary path={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <RoutePage key={match.name} route={ROUTES[match.name]} />
        <DocumentHead />
      </Suspense>
    </PageErrorBoundary>
  )
}

function RoutePage({ route }: { route: Route }) {
  const { Component } = getLoadedPage(route) ?? use(loadPage(route))
  useReplayEarlyEvents('page')
  return <Component />
}
