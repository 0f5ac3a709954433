import { hydrate, type QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { HomeContent } from '#contracts/documents/home.ts'
import { IDEMPOTENCY_KEY_MS } from '#contracts/idempotency-key.ts'
import { configureKeyStorage } from '../shared/call.ts'
import { ignoreCompositionKeys } from '../shared/ignore-composition-keys.ts'
import { App } from './app.tsx'
import { canDeferHydration } from './deferred-hydration.ts'
import { homeCache } from './home-cache.ts'
import { deferComponents } from './layout/deferred-components.tsx'
import { callLazily } from './lazy-api.ts'
import { createQueries } from './queries.ts'
import { createQueryClient } from './query-client.ts'
import { restoreTranslatedTexts } from './restore-translated-texts.ts'
import { BrowserRouter, matchLocation } from './router.tsx'
import { ROUTES } from './routes.ts'
import { getSession, onSessionChange, startSession } from './session/session.ts'
import { createStoredValue } from './stored-value.ts'
import './site.css'

async function start() {
  const root = document.getElementById('root')
  const stateElement = document.getElementById('state')
  if (!root || !stateElement) return
  await waitForNextTask()
  startSession()
  configureKeyStorage(createStoredValue('zhijian.unanswered-requests', IDEMPOTENCY_KEY_MS))
  ignoreCompositionKeys()
  restoreTranslatedTexts()
  const client = createQueryClient(false)
  const queries = createQueries(callLazily)
  const { queries: dehydratedQueries, formOutcome, preview } = JSON.parse(stateElement.textContent)
  hydrate(client, dehydratedQueries)
  if (formOutcome) removeNoticeParameter()
  if (preview) keepDraft(client)
  else rememberHome(client.getQueryData(queries.home().queryKey))

  const match = matchLocation(location)
  const interaction = globalThis.zhijianEarly?.interaction
  if (interaction) deferComponents(interaction)
  const route = match && ROUTES[match.name]
  if (route && interaction && !formOutcome && canDeferHydration(match.name)) route.defer(interaction)
  else await route?.load()
  await waitForNextTask()
  // In a transition, React yields to the visitor's input.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <App
            client={client}
            queries={queries}
            publicUrl={location.origin}
            formOutcome={formOutcome}
            preview={preview}
          />
        </BrowserRouter>
      </StrictMode>,
    )
  })
  keepSessionAlive()
  if (window.parent !== window && location.search.includes('preview=1'))
    await (await import('./preview.ts')).showPreview(client, queries)
}

function rememberHome(home: HomeContent | undefined) {
  if (home) homeCache.write(home)
}

/**
 * Keeps the draft of a preview on its page: it isn't replaced by what is published, and links load their pages anew, so that
 * no other page shows it.
 */
function keepDraft(client: QueryClient) {
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, staleTime: Number.POSITIVE_INFINITY } })
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest('a[href]')
      if (link && !link.getAttribute('href')?.startsWith('#')) event.stopPropagation()
    },
    true,
  )
}

/** Splits the startup into tasks, so that a slow device can respond to input in between. */
const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Refreshes the session of a signed-in visitor from time to time; the code for this is loaded on sign-in. */
function keepSessionAlive() {
  const startRefresh = async () => (await import('./session/session-refresh.ts')).startSessionRefresh()
  if (getSession().token !== null) void startRefresh()
  else {
    const unsubscribe = onSessionChange(() => {
      unsubscribe()
      void startRefresh()
    })
  }
}

/** Removes the notice from the URL, so that a reload or a bookmark doesn't show it again. */
function removeNoticeParameter() {
  const url = new URL(location.href)
  url.searchParams.delete('notice')
  history.replaceState(null, '', url)
}

void start()
