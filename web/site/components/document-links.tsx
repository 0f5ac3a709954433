/** Links whose targets come from editable documents. */
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { isExternalLink, toSafeLink } from '#contracts/rules/safe-link.ts'
import type { ButtonStyle } from '#contracts/vocabulary.ts'
import { Link } from '../router.tsx'
import { getButtonClass } from './buttons.tsx'

type ButtonLinkProps = { link: string; variant?: ButtonStyle; className?: string; children: ReactNode }

/** Renders a document's link as a button; nothing if the link is unsafe. */
export function ButtonLink({ link, variant = 'primary', className = '', children }: ButtonLinkProps) {
  const safeLink = toSafeLink(link)
  if (!safeLink) return null
  return (
    <DocumentLink link={safeLink} className={getButtonClass(variant, className)}>
      {children}
    </DocumentLink>
  )
}

/** A document's link: handled by the router within the site, opened in a new tab if external; plain text if unsafe. */
export function DocumentLink({ link, className, children }: { link: string; className?: string; children: ReactNode }) {
  const safeLink = toSafeLink(link)
  if (!safeLink) return <span className={className}>{children}</span>
  if (isExternalLink(safeLink))
    return (
      <a href={safeLink} className={className} target="_blank" rel="noopener noreferrer">
        {children}
        <ExternalLink className="size-4" aria-label="（在新标签页打开）" />
      </a>
    )
  if (safeLink.startsWith('/'))
    return (
      <Link to={safeLink} className={className}>
        {children}
      </Link>
    )
  return (
    <a href={safeLink} className={className}>
      {children}
    </a>
  )
}
