import { ExternalLink } from 'lucide-react'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { useToast } from '../../components/toast.tsx'

/** A link to an external registration, or a button that explains why registration isn't possible yet. */
export function ExternalRegistration({ event }: { event: CommunityEvent }) {
  const showToast = useToast()
  const link = toSafeLink(event.registrationUrl)
  const text = event.registrationButtonText || '立即报名'
  if (link)
    return (
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${text}：${event.title}（在新标签页打开）`}
        className={getButtonClass('primary', 'w-full sm:w-auto')}
      >
        {text}
        <ExternalLink className="size-4" aria-hidden />
      </a>
    )
  return (
    // Not disabled, so that it can be focused and pressed to show the explanation.
    <button
      type="button"
      aria-disabled
      aria-label={`报名暂未开放：${event.title}`}
      onClick={() => showToast(SITE_MESSAGES.registrationNotOpen)}
      className="inline-flex min-h-11 w-full cursor-not-allowed items-center justify-center rounded-lg border border-line bg-sunken px-5 font-medium text-muted sm:w-auto"
    >
      报名暂未开放
    </button>
  )
}
