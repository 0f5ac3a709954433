import { AlarmClock } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { getPendingWorkEntry, getPendingWorkUrl, type PendingWork } from '#contracts/pending-work/pending-work.ts'
import { usePendingWork } from '../../calls/pending-work.ts'
import { LoadError } from '../../components/load-error.tsx'

/** Lists what waits for the user, each with a link to the list of exactly these items. Nothing for who may not act. */
export function PendingWorkList() {
  const headingId = useId()
  const { data: work, isError, error, refetch } = usePendingWork()
  if (isError && !work) return <LoadError error={error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={refetch} />
  if (!work || work.length === 0) return null
  const waiting = work.filter(({ count }) => count > 0)
  return (
    <section className="panel mb-5 px-5 py-4" aria-labelledby={headingId}>
      <h2 id={headingId} className="pb-2 text-lg">
        今天要处理
      </h2>
      {waiting.length === 0 && <p className="text-muted">都处理完了。</p>}
      <ul className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {waiting.map((entry) => (
          <Entry key={entry.kind} {...entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ kind, count }: PendingWork) {
  const { label, isLate } = getPendingWorkEntry(kind)
  return (
    <li>
      <Link
        to={getPendingWorkUrl(kind)}
        className={`flex min-h-11 items-center gap-2 no-underline hover:underline ${isLate ? 'text-danger' : 'text-ink'}`}
      >
        {isLate && <AlarmClock className="size-4 shrink-0" aria-hidden />}
        <span className="min-w-0 flex-1">{label}</span>
        <span className="text-lg font-semibold tabular-nums">{count.toLocaleString('zh-CN')}</span>
      </Link>
    </li>
  )
}
