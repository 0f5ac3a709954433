/**
 * The site's own way from page to page: what it needs of a router, in a kilobyte. The pages are declared in contracts,
 * and matched in `routes.ts`.
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

export type Location = {
  pathname: string
  search: string
  hash: string
  /** What was left with the entry of the tab's history. */
  state: unknown
  /** Another one for each entry; `BROWSER_ENTRY` for those that the browser added. */
  key: string
}
/** How the current entry was come to: by Back, Forward or the browser itself, or by a link of the site. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'
type NavigateOptions = { replace?: boolean | undefined; state?: unknown }
export type Navigate = (to: string, options?: NavigateOptions) => void

type Router = { location: Location; type: NavigationType; navigate: Navigate }
const RouterContext = createContext<Router | null>(null)

/** The server has no origin of its own; addresses are resolved against this one, and written without it. */
const NOWHERE = 'http://site.invalid'

/** The key of entries that the site didn't add. */
export const BROWSER_ENTRY = 'default'

function readLocation(address: string, { key = BROWSER_ENTRY, state = null }: Partial<Location> = {}): Location {
  const { pathname, search, hash } = new URL(address, NOWHERE)
  return { pathname, search, hash, key, state }
}

/** The entry's own part of the history: `history.state` may hold anything. */
const readEntry = (): Location => readLocation(location.href, Object(history.state))

/** Resolves an address against the current page's. Returns `undefined` if it leads to another site. */
function resolve(to: string, { pathname, search }: Location): string | undefined {
  const target = URL.parse(to, NOWHERE + pathname + search)
  return target?.origin === NOWHERE ? target.pathname + target.search + target.hash : undefined
}

/**
 * Returns whether the browser has gone to another place of the page that is shown, which it does by itself: to render it
 * again would take a page that waits for its script from under the visitor.
 */
const isFragmentOf = (current: Location, next: Location): boolean =>
  next.pathname === current.pathname &&
  next.search === current.search &&
  (next.key === current.key || next.key === BROWSER_ENTRY)

/** Provides one page's address, which stays: for the server, and for tests. */
export function StaticRouter({ location: address, children }: { location: string; children: ReactNode }) {
  const router: Router = { location: readLocation(address), type: 'POP', navigate() {} }
  return <RouterContext value={router}>{children}</RouterContext>
}

/** Follows the tab's history. The page before stays visible until the next one has what it needs. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ location, type }, setEntry] = useState<Omit<Router, 'navigate'>>(() => ({
    location: readEntry(),
    type: 'POP',
  }))

  useEffect(() => {
    const onPop = () => {
      const next = readEntry()
      startTransition(() =>
        setEntry((entry) => (isFragmentOf(entry.location, next) ? entry : { location: next, type: 'POP' })),
      )
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])

  const router = useMemo<Router>(() => {
    function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}) {
      const address = resolve(to, location)
      if (address === undefined) return window.location.assign(to)
      const entry = { key: crypto.getRandomValues(new Uint32Array(2)).join(''), state }
      if (replace) history.replaceState(entry, '', address)
      else history.pushState(entry, '', address)
      startTransition(() => setEntry({ location: readEntry(), type: replace ? 'REPLACE' : 'PUSH' }))
    }
    return { location, type, navigate }
  }, [location, type])
  return <RouterContext value={router}>{children}</RouterContext>
}

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('a part of the site stands outside a router')
  return router
}

export const useLocation = (): Location => useRouter().location
export const useNavigationType = (): NavigationType => useRouter().type
export const useNavigate = (): Navigate => useRouter().navigate

/** Replaces the address by another one. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown; replace?: boolean }

/** A link within the site; to another site, it is a plain one. */
export function Link({ to, state, replace, onClick, ...rest }: LinkProps) {
  const { location, navigate } = useRouter()
  const address = resolve(to, location)

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // A page that React hasn't taken over is left as it came: the browser itself goes to the next one.
    if (event.defaultPrevented || address === undefined || !isPlain(event) || !isPageLive()) return
    event.preventDefault()
    const isSame = address === location.pathname + location.search + location.hash
    navigate(address, { state, replace: replace ?? isSame })
  }

  return <a {...rest} href={address ?? to} onClick={follow} />
}

const isPageLive = (): boolean => globalThis.zhijianEarly?.live.page ?? true

/** Returns whether a click asks for the address in this tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && ['', '_self'].includes(currentTarget.target)
