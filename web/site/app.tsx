import { type QueryClient, QueryClientProvider, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { analyticsCalls } from '#contracts/analytics/calls.ts'
import type { PagePreview } from '#contracts/content-drafts/preview-url.ts'
import type { FormOutcome } from '#contracts/forms.ts'
import { PAGES } from '#contracts/paths.ts'
import { getBrand } from './brand.ts'
import { PageSkeleton } from './components/page-skeleton.tsx'
import { ToastProvider } from './components/toast.tsx'
import { FormOutcomeProvider } from './form-outcome.tsx'
import { applyHead, getHead } from './head.ts'
import { Layout } from './layout/layout.tsx'
import { PageErrorBoundary } from './page-error-boundary.tsx'
import { PreviewBar } from './preview-bar.tsx'
import type { Queries } from './queries.ts'
import { Redirect, useLocation, useMatch } from './router.tsx'
import { ROUTES, type Route } from './routes.ts'
import { SiteProvider, useSite } from './site-context.tsx'
import { useReplayEarlyEvents } from './use-replay-early-events.ts'

/**
 * Reports page views to the server: the path and the referring site, nothing about the visitor. Views inside a frame,
 * where an editor previews a draft, aren't reported.
 */
function usePageViews(path: string): void {
  useEffect(() => {
    if (window.parent === window) sendPageView(path)
  }, [path])
}

let isReported = false

/** Sends a beacon: it has low priority, survives leaving the page, and fails silently. */
function sendPageView(path: string): void {
  // `document.referrer` doesn't change on navigation within the site, so it only counts for the first page.
  const referrer = isReported ? undefined : getReferrerHost()
  isReported = true
  const body = new Blob([JSON.stringify({ path, referrer })], { type: 'application/json' })
  navigator.sendBeacon?.(analyticsCalls.countPageView.path, body)
}

/** Returns the host of the referring page, if it is another site; the rest of its URL is not reported. */
function getReferrerHost(): string | undefined {
  const host = URL.parse(document.referrer)?.hostname
  return host === location.hostname ? undefined : host
}

/** Updates the document's title and head for the current page and its data. */
function DocumentHead() {
  const { queries, publicUrl } = useSite()
  const client = useQueryClient()
  const match = useMatch()
  const isFetching = useIsFetching() > 0

  useEffect(() => {
    const page = match && ROUTES[match.name].loaded
    if (!page || isFetching) return
    const brand = getBrand(client, queries)
    applyHead(getHead(page, { match, client, queries, publicUrl, brand }), brand)
  }, [match, isFetching, client, queries, publicUrl])

  return null
}

type AppProps = {
  client: QueryClient
  queries: Queries
  publicUrl: string
  formOutcome: FormOutcome | undefined
  preview: PagePreview | undefined
}

/**
 * The site's root component. It is rendered inside a `StaticRouter` on the server or a `BrowserRouter` in the browser.
 */
export function App({ client, queries, publicUrl, formOutcome, preview }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SiteProvider value={{ queries, publicUrl }}>
        <ToastProvider>
          <FormOutcomeProvider outcome={formOutcome}>
            <PageErrorBoundary path="">
              {preview && <PreviewBar expiresAt={preview.expiresAt} />}
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
  const { pathname } = useLocation()
  const match = useMatch()
  usePageViews(pathname)
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
  const { Component } = route.useLoaded()
  useReplayEarlyEvents('page')
  return <Component />
}
