import { useQuery } from '@tanstack/react-query'
import { Menu, Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { ThemeSwitch } from '../../shared/theme-switch.tsx'
import { CachedElement } from '../components/cached-element.tsx'
import { SiteSearchBox } from '../components/site-search-box.tsx'
import { Link, useLocation } from '../router.tsx'
import { useBranding, useQueries } from '../site-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import type { AppDownloadLinkProps } from './app-download-link.tsx'
import type { BrandLinkProps } from './brand-link.tsx'
import { DeferredAppDownloadLink, DeferredBrandLink } from './deferred-components.tsx'
import { NAVIGATION } from './navigation.ts'

/** The header of every page. */
export function SiteHeader() {
  const { pathname } = useLocation()
  const { brand, logo } = useBranding()
  const { data: download } = useQuery(useQueries().appDownload())
  const current = NAVIGATION.find(({ path }) => `${pathname}/`.startsWith(`${path}/`))?.path
  return (
    <CachedElement
      element="header"
      component={HeaderContent}
      props={{ brand, logo, download, current }}
      className="sticky top-0 z-40 border-b border-line bg-paper"
      data-print="none"
    />
  )
}

/** `current` is the path of the navigation entry that the current page belongs to, if any. */
type HeaderContentProps = BrandLinkProps & Pick<AppDownloadLinkProps, 'download'> & { current: string | undefined }

function HeaderContent({ brand, logo, download, current }: HeaderContentProps) {
  const menu = useMenu()
  return (
    <>
      <div className="shell flex h-16 items-center gap-4">
        <DeferredBrandLink brand={brand} logo={logo} />
        <nav aria-label="主导航" className="ml-4 hidden flex-1 lg:block">
          <ul className="flex gap-1">
            {NAVIGATION.map(({ path, title }) => (
              <li key={path}>
                <NavigationLink to={path} label={title} isCurrent={path === current} className="px-3.5" />
              </li>
            ))}
          </ul>
        </nav>
        <SiteSearchBox className="hidden w-56 min-w-28 shrink-999 xl:block" />
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <Link
            to={PAGES.search}
            aria-label="搜索"
            className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-sunken xl:hidden"
          >
            <Search className="size-5 text-muted" aria-hidden />
          </Link>
          <DeferredAppDownloadLink download={download} className="hidden md:inline-flex" />
          <ThemeSwitch />
          <AccountMenu />
          <MenuButton menu={menu} />
        </div>
      </div>
      <nav
        id="mobile-menu"
        aria-label="移动端导航"
        hidden={!menu.isOpen}
        className="border-t border-line bg-surface lg:hidden"
        onKeyDown={menu.closeOnEscape}
      >
        <ul className="shell py-2">
          {NAVIGATION.map(({ path, title }) => (
            <li key={path}>
              {/* Closes the menu immediately, as the URL only changes when the next page is ready. */}
              <NavigationLink
                to={path}
                label={title}
                isCurrent={path === current}
                className="w-full px-2"
                onClick={menu.close}
              />
            </li>
          ))}
          <li>
            <DeferredAppDownloadLink download={download} className="inline-flex md:hidden" />
          </li>
        </ul>
      </nav>
    </>
  )
}

type MenuState = ReturnType<typeof useMenu>

/**
 * Returns the state of the menu on narrow screens. It is only open at the URL at which it was opened, so that navigation
 * closes it.
 */
function useMenu() {
  const { pathname, search } = useLocation()
  const currentUrl = pathname + search
  const [menuUrl, setMenuUrl] = useState<string | null>(null)
  const isOpen = menuUrl === currentUrl
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setMenuUrl(null)
  return {
    isOpen,
    button,
    close,
    toggle: () => setMenuUrl(isOpen ? null : currentUrl),
    closeOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !isOpen) return
      close()
      // The focus may be on a link of the menu, which is hidden now.
      button.current?.focus()
    },
  }
}

const MenuButton = ({ menu: { isOpen, button, toggle, closeOnEscape } }: { menu: MenuState }) => (
  <button
    ref={button}
    type="button"
    className="inline-flex size-11 items-center justify-center rounded-lg noscript:hidden hover:bg-sunken lg:hidden"
    aria-expanded={isOpen}
    aria-controls="mobile-menu"
    aria-label={isOpen ? '关闭菜单' : '打开菜单'}
    onKeyDown={closeOnEscape}
    onClick={toggle}
  >
    {isOpen ? <X className="size-6" aria-hidden /> : <Menu className="size-6" aria-hidden />}
  </button>
)

type NavigationLinkProps = { to: string; label: string; isCurrent: boolean; className: string; onClick?: () => void }

function NavigationLink({ to, label, isCurrent, className, onClick }: NavigationLinkProps) {
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-current={isCurrent ? 'page' : undefined}
      className={`inline-flex min-h-11 items-center rounded-lg font-medium whitespace-nowrap text-muted hover:bg-sunken hover:text-ink aria-[current=page]:text-indigo aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8 ${className}`}
    >
      {label}
    </Link>
  )
}
