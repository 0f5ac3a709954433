import { useQuery } from '@tanstack/react-query'
import { Download, Menu, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useLocation } from '../router.tsx'
import { PAGES } from '#contracts/paths.ts'
import { safeLink } from '#contracts/rules/safe-link.ts'
import { ThemeSwitch } from '../../shared/theme-switch.tsx'
import { Seal } from '../parts/seal.tsx'
import { useBrand, useQueries } from '../site-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NAVIGATION } from './navigation.ts'

export function SiteHeader() {
  const { pathname, search } = useLocation()
  const address = pathname + search
  // The menu belongs to the address it was opened at: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const isOpen = openedAt === address
  const toggle = useRef<HTMLButtonElement>(null)

  function closeByKey({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !isOpen) return
    setOpenedAt(null)
    // What had the focus is hidden now.
    toggle.current?.focus()
  }

  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper" data-print="none">
      <div className="shell flex h-16 items-center gap-4">
        <Brand />
        <nav aria-label="主导航" className="ml-4 hidden flex-1 lg:block">
          <ul className="flex gap-1">
            {NAVIGATION.map(({ path, title }) => (
              <li key={path}>
                <NavigationLink to={path} label={title} className="px-3.5" />
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <AppDownloadLink className="hidden md:inline-flex" />
          <ThemeSwitch />
          <AccountMenu />
          <button
            ref={toggle}
            type="button"
            className="inline-flex size-11 items-center justify-center rounded-lg noscript:hidden hover:bg-sunken lg:hidden"
            aria-expanded={isOpen}
            aria-controls="mobile-menu"
            aria-label={isOpen ? '关闭菜单' : '打开菜单'}
            onKeyDown={closeByKey}
            onClick={() => setOpenedAt(isOpen ? null : address)}
          >
            {isOpen ? <X className="size-6" aria-hidden /> : <Menu className="size-6" aria-hidden />}
          </button>
        </div>
      </div>
      <nav
        id="mobile-menu"
        aria-label="移动端导航"
        hidden={!isOpen}
        className="border-t border-line bg-surface lg:hidden"
        onKeyDown={closeByKey}
      >
        <ul className="shell py-2">
          {NAVIGATION.map(({ path, title }) => (
            <li key={path}>
              {/* At once: the address may come later than the page that it leads to. */}
              <NavigationLink to={path} label={title} className="w-full px-2" onPress={() => setOpenedAt(null)} />
            </li>
          ))}
          <li>
            <AppDownloadLink className="inline-flex md:hidden" />
          </li>
        </ul>
      </nav>
    </header>
  )
}

type NavigationLinkProps = { to: string; label: string; className: string; onPress?: () => void }

function NavigationLink({ to, label, className, onPress }: NavigationLinkProps) {
  const { pathname } = useLocation()
  const isCurrent = `${pathname}/`.startsWith(`${to}/`)
  return (
    <Link
      to={to}
      onClick={onPress}
      aria-current={isCurrent ? 'page' : undefined}
      className={`inline-flex min-h-11 items-center rounded-lg font-medium whitespace-nowrap text-muted hover:bg-sunken hover:text-ink aria-[current=page]:text-indigo aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8 ${className}`}
    >
      {label}
    </Link>
  )
}

function Brand() {
  const { data: logo } = useQuery(useQueries().logo())
  const { name, logoUrl } = useBrand()
  return (
    <Link to={PAGES.home} className="flex min-h-11 min-w-0 items-center gap-2.5" aria-label={`${name}首页`}>
      {logoUrl ? (
        // Its size is known before it has loaded, so that nothing moves.
        <img
          src={logoUrl}
          alt={name}
          width={logo?.logoWidth || undefined}
          height={logo?.logoHeight || undefined}
          className="h-10 w-auto max-w-50 object-contain object-left max-sm:max-w-36"
        />
      ) : (
        <>
          <Seal className="size-9 shrink-0" />
          <span className="max-w-72 truncate text-xl font-semibold tracking-wide max-sm:text-lg">{name}</span>
        </>
      )}
    </Link>
  )
}

function AppDownloadLink({ className }: { className: string }) {
  const { data: download } = useQuery(useQueries().appDownload())
  const link = download?.isActive ? safeLink(download.downloadUrl) : undefined
  if (!download || !link) return null
  const name = download.name || '下载应用'
  return (
    <a
      href={link}
      title={[name, download.description].filter(Boolean).join('：')}
      className={`min-h-11 items-center gap-2 rounded-lg px-3 font-medium text-indigo hover:bg-indigo-ground ${className}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Download className="size-4 shrink-0" aria-hidden />
      {/* The site's own name comes first: what an app is called may be as long. */}
      <span className="md:max-w-60 md:truncate lg:max-w-28 xl:max-w-52">{name}</span>
    </a>
  )
}
