import { dehydrate, type QueryClient } from '@tanstack/react-query'
import type { PagePreview } from '#contracts/content-drafts/preview-url.ts'
import type { FormOutcome } from '#contracts/forms.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { type PageRequest, readPageMatch } from '#contracts/paths.ts'
import type { CallPublicApi } from '#contracts/public-api.ts'
import { type CallError, isCallError } from '../shared/call-error.ts'
import { App } from './app.tsx'
import { getBrand } from './brand.ts'
import { createMarkupCache, type Markup } from './cached-markup.tsx'
import { setComponentRenderer } from './components/cached-element.tsx'
import { embedJson, getHead, renderHead } from './head.ts'
import { loadDeferredComponents } from './layout/deferred-components.tsx'
import { getOgImage } from './og-image.ts'
import type { AnyQuery } from './page.ts'
import { PAGE_MODULES } from './page-modules.ts'
import { createQueries, type Queries } from './queries.ts'
import { createQueryClient } from './query-client.ts'
import { StaticRouter } from './router.tsx'
import { ROUTES, type Route } from './routes.ts'

// Loads all pages at startup, so that no visitor waits for one, and a new build that replaces the files breaks none.
for (const page of await Promise.all(Object.values(ROUTES).map((route) => route.load()))) await page.loadLazyImports?.()
await loadDeferredComponents()
const markupCache = createMarkupCache()
setComponentRenderer(markupCache.renderComponent)

export { THEME_SCRIPT as themeScript } from '../shared/theme.ts'
export { RECORDING_SCRIPT as recordingScript, START_SCRIPT as startScript } from './start-script.ts'

type RenderOptions = {
  request: PageRequest
  publicUrl: string
  call: CallPublicApi
  /** The result of the form that the visitor posted. */
  formOutcome?: FormOutcome | undefined
  /** Set if the page shows a draft. */
  preview?: PagePreview | undefined
}
type RenderedPage = {
  status: number
  head: string
  body: Markup
  state: string
  module: string
  /** The errors of the queries that failed, which the page shows. */
  failures: unknown[]
}

/** Renders a page: runs its queries, renders it, and returns the state for hydration. */
export async function renderPage({
  request,
  publicUrl,
  call,
  formOutcome,
  preview,
}: RenderOptions): Promise<RenderedPage> {
  const match = readPageMatch(request, new URL(request.url, publicUrl).search)
  const route: Route = ROUTES[match.name]
  const page = await route.load()
  const client = createQueryClient(true)
  const queries = createQueries(call)
  const { status, failures } = await prefetch(client, [...listLayoutQueries(queries), ...page.queries(queries, match)])

  const body = markupCache.render(
    <StaticRouter location={request.url} match={match}>
      <App client={client} queries={queries} publicUrl={publicUrl} formOutcome={formOutcome} preview={preview} />
    </StaticRouter>,
  )
  const brand = getBrand(client, queries)
  const image = getOgImage(brand, client.getQueryData(queries.logo().queryKey))
  const head = renderHead(getHead(page, { match, client, queries, publicUrl, brand }), { publicUrl, brand, image })
  return {
    status,
    head,
    body,
    state: embedJson({ queries: dehydrate(client), formOutcome, preview }),
    module: `web/site/pages/${PAGE_MODULES[match.name]}`,
    failures,
  }
}

const listLayoutQueries = (queries: Queries): AnyQuery[] => [queries.site(), queries.logo(), queries.appDownload()]

/**
 * Runs all queries in parallel and stores their results. Returns the page's status, which is the highest status of a
 * query, and the errors of those that failed.
 */
async function prefetch(client: QueryClient, queries: AnyQuery[]): Promise<{ status: number; failures: unknown[] }> {
  const results = await Promise.allSettled(queries.map((query) => runQuery(client, query)))
  const statuses: number[] = []
  const failures: unknown[] = []
  // Results are stored in the order of the queries, so that the page's state doesn't depend on how fast they are.
  for (const [index, query] of queries.entries()) {
    const result = results[index]
    if (result?.status === 'fulfilled') statuses.push(storeData(client, query, result.value))
    else {
      failures.push(result?.reason)
      statuses.push(await storeError(client, query, toPlainError(result?.reason)))
    }
  }
  return { status: Math.max(...statuses), failures }
}

const { signal: NEVER_ABORTED } = new AbortController()

/**
 * Runs a query without the client's `fetchQuery`: the server needs neither retries nor cancellation, and the accessors
 * that `fetchQuery` defines on its objects make V8 retain the page's data until the next major garbage collection.
 */
async function runQuery(client: QueryClient, { queryFn, queryKey, meta }: AnyQuery): Promise<unknown> {
  if (typeof queryFn !== 'function') throw new Error(`the query ${JSON.stringify(queryKey)} has no function`)
  return queryFn({ client, queryKey, meta, signal: NEVER_ABORTED })
}

function storeData(client: QueryClient, { queryKey }: AnyQuery, data: unknown): number {
  client.setQueryData(queryKey, data)
  return 200
}

/** Stores the error of a query, which the page shows. Returns its status. */
async function storeError(client: QueryClient, query: AnyQuery, error: CallError): Promise<number> {
  await client.prefetchQuery({ ...query, queryFn: () => Promise.reject(error) })
  return error.status
}

/** Converts an error to a plain object, so that it can be serialized with the page's state. */
const toPlainError = (error: unknown): CallError =>
  isCallError(error)
    ? { status: error.status, message: error.message }
    : { status: 500, message: SITE_MESSAGES.internal }
