import '../shared/zod-without-eval.ts'
import { hydrate } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from './router.tsx'
import { startSession } from '../shared/session.ts'
import { startSessionRefresh } from '../shared/session-refresh.ts'
import { App } from './app.tsx'
import { browserReads, homeCopy } from './browser-reads.ts'
import { createQueries } from './queries.ts'
import { createQueryClient } from './query-client.ts'
import { loadPage, matchRoute, ROUTES, showPagesAfter } from './routes.ts'
import { loadWholeStyle } from './whole-style.ts'
import './site.css'

async function start() {
  const root = document.getElementById('root')
  const state = document.getElementById('state')
  if (!root || !state) return
  startSession()
  const client = createQueryClient(false)
  const queries = createQueries(browserReads)
  const { queries: filled, posted } = JSON.parse(state.textContent)
  hydrate(client, filled)
  if (posted) dropNotice()
  const home = client.getQueryData(queries.home().queryKey)
  if (home) homeCopy.write(home)

  const match = matchRoute(location.pathname, new URLSearchParams(location.search))
  if (match) await loadPage(ROUTES[match.name])
  showPagesAfter(loadWholeStyle(state.dataset.styles?.split(' ') ?? []))
  // In a transition React pauses for whatever the visitor does meanwhile.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <App client={client} queries={queries} publicUrl={location.origin} posted={posted} />
        </BrowserRouter>
      </StrictMode>,
    )
  })
  startSessionRefresh()
  if (window.parent !== window && location.search.includes('preview=1'))
    (await import('./preview.ts')).showPreview(client, queries)
}

/** Removes the notice from the URL, so that a reload or a bookmark doesn't show it again. */
function dropNotice() {
  const address = new URL(location.href)
  address.searchParams.delete('notice')
  history.replaceState(null, '', address)
}

void start()
