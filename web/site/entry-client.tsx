import { hydrate } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getSession, onSessionChange, startSession } from '../shared/session.ts'
import { App } from './app.tsx'
import { homeCopy } from './home-copy.ts'
import { lazyApi } from './lazy-api.ts'
import { createQueries } from './queries.ts'
import { createQueryClient } from './query-client.ts'
import { BrowserRouter } from './router.tsx'
import { holdPage, loadPage, matchRoute, ROUTES, showPagesAfter } from './routes.ts'
import { canWait } from './waiting-page.ts'
import { loadWholeStyle } from './whole-style.ts'
import './site.css'

async function start() {
  const root = document.getElementById('root')
  const state = document.getElementById('state')
  if (!root || !state) return
  await nextTask()
  startSession()
  const client = createQueryClient(false)
  const queries = createQueries(lazyApi)
  const { queries: filled, posted } = JSON.parse(state.textContent)
  hydrate(client, filled)
  if (posted) dropNotice()
  const home = client.getQueryData(queries.home().queryKey)
  if (home) homeCopy.write(home)

  const match = matchRoute(location.pathname, new URLSearchParams(location.search))
  const interest = globalThis.zhijianEarly?.interest
  if (match && interest && !posted && canWait(match.name)) holdPage(ROUTES[match.name], interest)
  else if (match) await loadPage(ROUTES[match.name])
  showPagesAfter(loadWholeStyle(state.dataset.styles?.split(' ') ?? []))
  await nextTask()
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
  extendSession()
  if (window.parent !== window && location.search.includes('preview=1'))
    await (await import('./preview.ts')).showPreview(client, queries)
}

/** What is done at once would hold a slow device for long; between tasks it answers its visitor. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Only who is signed in has a session to extend. */
function extendSession() {
  const begin = async () => (await import('../shared/session-refresh.ts')).startSessionRefresh()
  if (getSession().token !== null) void begin()
  else {
    const stop = onSessionChange(() => {
      stop()
      void begin()
    })
  }
}

/** Removes the notice from the URL, so that a reload or a bookmark doesn't show it again. */
function dropNotice() {
  const address = new URL(location.href)
  address.searchParams.delete('notice')
  history.replaceState(null, '', address)
}

void start()
