import { ExternalLink } from 'lucide-react'

/** A link that opens a page of the site, or another site, in a new browser tab. */
export const NewTabLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex min-h-11 items-center gap-1 md:min-h-0"
  >
    {children}
    <ExternalLink className="size-4 shrink-0" aria-label="（在新标签页打开）" />
  </a>
)
