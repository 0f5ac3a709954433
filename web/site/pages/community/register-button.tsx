import { ExternalLink } from 'lucide-react'
import type { CommunityEvent } from '#contracts/documents/community.ts'
import { MESSAGES } from '#contracts/messages.ts'
import { safeLink } from '#contracts/rules/safe-link.ts'
import { buttonClass } from '../../parts/buttons.tsx'
import { useToast } from '../../parts/toast.tsx'

/** The way to register: in a new tab where there is a link, else a button that says why it can't be done yet. */
export function RegisterButton({ event }: { event: CommunityEvent }) {
  const say = useToast()
  const link = safeLink(event.registrationUrl)
  const about = <span className="sr-only">：{event.title}</span>
  if (link)
    return (
      <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass('primary', 'w-full sm:w-auto')}>
        {event.registrationButtonText || '立即报名'}
        {about}
        <ExternalLink className="size-4" aria-label="（在新标签页打开）" />
      </a>
    )
  return (
    // It can be reached and pressed, which a disabled button can't, so that everybody is told the same.
    <button
      type="button"
      aria-disabled
      onClick={() => say(MESSAGES.registrationNotOpen)}
      className="inline-flex min-h-11 w-full cursor-not-allowed items-center justify-center rounded-lg border border-line bg-sunken px-5 font-medium text-muted sm:w-auto"
    >
      报名暂未开放
      {about}
    </button>
  )
}
