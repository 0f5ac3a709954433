import { Button } from 'antd'
import { Link } from 'react-router'
import { formatMinute } from '../../../shared/formats.ts'
import { ToneTag } from '../../components/tone-tag.tsx'
import { useUnschedule } from '../../editors/content-draft/use-draft-status.ts'
import { useCan } from '../../session/session.ts'
import type { CalendarEntry } from './calendar-entries.ts'

type EntryListProps = { entries: readonly CalendarEntry[]; isTruncated: boolean }

/** Lists what is scheduled, soonest first, and what was published, newest first. */
export function EntryList({ entries, isTruncated }: EntryListProps) {
  const scheduled = entries.filter((entry) => entry.scheduled)
  const published = entries.filter((entry) => !entry.scheduled).toReversed()
  return (
    <div className="flex flex-col gap-6 pt-6">
      <section aria-labelledby="scheduled-heading">
        <h2 id="scheduled-heading" className="pb-2 text-base">
          定时（{scheduled.length}）
        </h2>
        <Entries
          entries={scheduled}
          emptyText="这个月没有定时的发布与下架。在页面内容或产品的草稿中选择“定时发布”，或在产品中选择“定时下架”，就会列在这里。"
        />
      </section>
      <section aria-labelledby="published-heading">
        <h2 id="published-heading" className="pb-2 text-base">
          已发布（{published.length}）
        </h2>
        <Entries entries={published} emptyText="这个月没有发布过内容。" />
        {isTruncated && <p className="pt-2 text-sm text-muted">更早的发布没有列出，可在各自的历史版本中查看。</p>}
      </section>
    </div>
  )
}

function Entries({ entries, emptyText }: { entries: readonly CalendarEntry[]; emptyText: string }) {
  if (entries.length === 0) return <p className="text-muted">{emptyText}</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry: { at, title, author, note, path, scheduled } }: { entry: CalendarEntry }) {
  const canEdit = useCan(scheduled?.kind === 'product' ? 'products:write' : 'content:write')
  const unschedule = useUnschedule()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <p className="min-w-0 flex-1 basis-56">
        {path === null ? (
          <span className="font-semibold">{title}</span>
        ) : (
          <Link to={path} className="font-semibold">
            {title}
          </Link>
        )}
        <span className="block text-sm text-muted tabular-nums">
          {formatMinute(at)}，{author}
        </span>
      </p>
      <ToneTag tone={scheduled ? 'blue' : 'gray'}>{note}</ToneTag>
      {scheduled && canEdit && (
        <Button size="small" loading={unschedule.isPending} onClick={() => unschedule.mutate(scheduled)}>
          取消定时
        </Button>
      )}
    </li>
  )
}
