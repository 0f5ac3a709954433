/**
 * A minimal client-side router, as libraries would add several kilobytes to every page. The pages are declared in
 * contracts. Each URL is matched once: in the browser here, on the server before the page is rendered.
 */
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { matchSitePage, type PageMatch, readPageMatch } from '#contracts/paths.ts'

type Location = {
  pathname: string
  search: string
  hash: string
  /** The state that was stored with the history entry. */
  state: unknown
  /** Unique per history entry; `BROWSER_ENTRY_KEY` for entries that the browser added. */
  key: string
}
/** How the current entry was reached: POP by Back, Forward or the browser, PUSH and REPLACE by the site. */
type NavigationType = 'POP' | 'PUSH' | 'REPLACE'
type NavigateOptions = { replace?: boolean | undefined; state?: unknown }
type Navigate = (to: string, options?: NavigateOptions) => void

type Router = { location: Location; match: PageMatch | undefined; type: NavigationType; navigate: Navigate }
const RouterContext = createContext<Router | null>(null)

/** Relative URLs are resolved against this origin, which is then removed: the server doesn't know its own. */
const PLACEHOLDER_ORIGIN = 'http://site.invalid'

/** The key of entries that the site didn't add. */
export const BROWSER_ENTRY_KEY = 'default'

function readLocation(url: string, { key = BROWSER_ENTRY_KEY, state = null }: Partial<Location> = {}): Location {
  const { pathname, search, hash } = new URL(url, PLACEHOLDER_ORIGIN)
  return { pathname, search, hash, key, state }
}

/** Returns the current history entry; `history.state` may be anything. */
const readEntry = (): Location => readLocation(location.href, Object(history.state))

/** Resolves a URL against the current page's. Returns `undefined` if it belongs to another site. */
function resolve(to: string, { pathname, search }: Location): string | undefined {
  const target = URL.parse(to, PLACEHOLDER_ORIGIN + pathname + search)
  return target?.origin === PLACEHOLDER_ORIGIN ? target.pathname + target.search + target.hash : undefined
}

/**
 * Returns whether the browser has only moved to a fragment of the current page. It scrolls there without the router,
 * and rendering again would replace a page whose hydration is deferred.
 */
const isSamePage = (current: Location, next: Location): boolean =>
  next.pathname === current.pathname &&
  next.search === current.search &&
  (next.key === current.key || next.key === BROWSER_ENTRY_KEY)

/** Returns the page of a location; `undefined` if there is none. */
export function matchLocation({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PageMatch | undefined {
  const page = matchSitePage(pathname)
  return page && readPageMatch(page, search)
}

type StaticRouterProps = { location: string; match?: PageMatch | undefined; children: ReactNode }

/** Provides a constant location and its page, on the server and in tests. */
export function StaticRouter({ location: url, match, children }: StaticRouterProps) {
  const router: Router = { location: readLocation(url), match, type: 'POP', navigate() {} }
  return <RouterContext value={router}>{children}</RouterContext>
}

/** Provides the location from the tab's history. The previous page stays visible until the next one is ready. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ location, type }, setEntry] = useState<Omit<Router, 'match' | 'navigate'>>(() => ({
    location: readEntry(),
    type: 'POP',
  }))

  useEffect(() => {
    const onPopState = () => {
      const next = readEntry()
      startTransition(() =>
        setEntry((entry) => (isSamePage(entry.location, next) ? entry : { location: next, type: 'POP' })),
      )
    }
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])

  const router = useMemo<Router>(() => {
    function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}) {
      const url = resolve(to, location)
      if (url === undefined) return window.location.assign(to)
      const entry = { key: crypto.getRandomValues(new Uint32Array(2)).join(''), state }
      if (replace) history.replaceState(entry, '', url)
      else history.pushState(entry, '', url)
      startTransition(() => setEntry({ location: readEntry(), type: replace ? 'REPLACE' : 'PUSH' }))
    }
    return { location, match: matchLocation(location), type, navigate }
  }, [location, type])
  return <RouterContext value={router}>{children}</RouterContext>
}

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('a component of the site was rendered outside a router')
  return router
}

export const useLocation = (): Location => useRouter().location
/** Returns the page of the current URL; `undefined` if there is none. */
export const useMatch = (): PageMatch | undefined => useRouter().match
/** Returns a parameter of the current page's path. */
export const usePathParameter = (name: string): string => useMatch()?.params[name] ?? ''
export const useNavigationType = (): NavigationType => useRouter().type
export const useNavigate = (): Navigate => useRouter().navigate

/** Replaces the current URL when rendered. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown; replace?: boolean }

/** A link that navigates on the client; a plain link if it leads to another site. */
export function Link({ to, state, replace, onClick, ...rest }: LinkProps) {
  const { location, navigate } = useRouter()
  const url = resolve(to, location)

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // Until the page is hydrated, the browser follows links itself.
    if (event.defaultPrevented || url === undefined || !isPlainClick(event) || !isPageHydrated()) return
    event.preventDefault()
    const isSame = url === location.pathname + location.search + location.hash
    navigate(url, { state, replace: replace ?? isSame })
  }

  return <a {...rest} href={url ?? to} onClick={handleClick} />
}

const isPageHydrated = (): boolean => globalThis.zhijianEarly?.hydrated.page ?? true

/** Returns whether a click opens the link in this tab. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && ['', '_self'].includes(currentTarget.target)
