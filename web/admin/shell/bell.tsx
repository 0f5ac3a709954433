import { Bell as BellIcon } from 'lucide-react'
import { Link } from 'react-router'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { useUnreadCount } from '../calls/pending-work.ts'

/** Larger numbers are abbreviated. */
const COUNT_MAX = 99

/** The link to the inbox, with the number of unread items. */
export function Bell() {
  const unread = useUnreadCount() ?? 0
  const { title } = ADMIN_SCREENS.inbox
  const label = unread === 0 ? title : `${title}，${unread}条未读`
  return (
    <Link
      to={ADMIN_PAGES.inbox}
      title={label}
      aria-label={label}
      className="relative grid size-10 shrink-0 place-items-center rounded-lg text-ink hover:bg-sunken"
    >
      <BellIcon className="size-4.5" aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 left-5 rounded-full bg-danger px-1.5 text-xs leading-4.5 font-semibold text-surface tabular-nums"
        >
          {unread > COUNT_MAX ? `${COUNT_MAX}+` : unread}
        </span>
      )}
    </Link>
  )
}
