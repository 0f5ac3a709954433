import { ExternalLink } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { isExternalLink, safeLink } from '#contracts/rules/safe-link.ts'
import type { ButtonStyle } from '#contracts/vocabulary.ts'
import { Link } from '../router.tsx'

const SHAPE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-5 text-base font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55'
const STYLES: Record<ButtonStyle, string> = {
  primary: 'border-transparent bg-indigo text-on-indigo hover:opacity-90',
  secondary: 'border-transparent bg-indigo-ground text-indigo hover:border-indigo',
  outline: 'border-control bg-transparent text-ink hover:border-indigo hover:text-indigo',
}

export const buttonClass = (style: ButtonStyle = 'primary', more = ''): string => `${SHAPE} ${STYLES[style]} ${more}`

type ButtonProps = ComponentProps<'button'> & { look?: ButtonStyle; isBusy?: boolean }

/** A button that can't be pressed twice: while busy it says so and takes no press. */
export function Button({ look = 'primary', isBusy = false, className = '', disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      disabled={disabled || isBusy}
      className={buttonClass(look, className)}
    />
  )
}

type ButtonLinkProps = { link: string; look?: ButtonStyle; className?: string; children: ReactNode }

/** Renders a document's link as a button; nothing if the link is unsafe. */
export function ButtonLink({ link, look = 'primary', className = '', children }: ButtonLinkProps) {
  const safe = safeLink(link)
  if (!safe) return null
  return (
    <AnyLink link={safe} className={buttonClass(look, className)}>
      {children}
    </AnyLink>
  )
}

/** A link of a document: inside the site by the router, outside it in a new tab. Unsafe ones are plain text. */
export function AnyLink({ link, className, children }: { link: string; className?: string; children: ReactNode }) {
  const safe = safeLink(link)
  if (!safe) return <span className={className}>{children}</span>
  if (isExternalLink(safe))
    return (
      <a href={safe} className={className} target="_blank" rel="noopener noreferrer">
        {children}
        <ExternalLink className="size-4" aria-label="（在新标签页打开）" />
      </a>
    )
  if (safe.startsWith('/'))
    return (
      <Link to={safe} className={className}>
        {children}
      </Link>
    )
  return (
    <a href={safe} className={className}>
      {children}
    </a>
  )
}
