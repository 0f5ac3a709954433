import { Download } from 'lucide-react'
import type { AppDownload } from '#contracts/branding/branding.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'

export type AppDownloadLinkProps = { download: AppDownload | undefined; className: string }

/** A link to the app's download; nothing if it is inactive or its link is unsafe. */
export function AppDownloadLink({ download, className }: AppDownloadLinkProps) {
  const link = download?.isActive ? toSafeLink(download.downloadUrl) : undefined
  if (!download || !link) return null
  const name = download.name || '下载应用'
  return (
    <a
      href={link}
      title={[name, download.description].filter(Boolean).join('：')}
      className={`min-h-11 items-center gap-2 rounded-lg px-3 font-medium text-indigo hover:bg-indigo-tint ${className}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Download className="size-4 shrink-0" aria-hidden />
      {/* Truncated: an app's name may be long, and the site's name takes precedence. */}
      <span className="md:max-w-60 md:truncate lg:max-w-28 xl:max-w-52">{name}</span>
    </a>
  )
}
