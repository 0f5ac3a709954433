import { CalendarCheck, CalendarX, History } from 'lucide-react'
import type { EventRecord } from '#contracts/events/event-record.ts'
import { EVENT_PHASE_LABELS, type EventPhase } from '#contracts/events/phases.ts'
import { formatDay } from '../../../shared/formats.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'
import { LongText } from '../../lists/long-text.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { useCan } from '../../session/session.ts'
import { EventActions, type EventActionsProps } from './event-actions.tsx'

type EventTableProps = { events: readonly EventRecord[] } & Omit<EventActionsProps, 'event'>

/** Lists events; a phone shows cards. */
export function EventTable({ events, ...actions }: EventTableProps) {
  const canWrite = useCan('events:write')
  const renderActions = (event: EventRecord) => canWrite && <EventActions event={event} {...actions} />
  const columns: readonly Column<EventRecord>[] = [
    { title: '活动', renderCell: (event) => <EventName event={event} />, className: 'w-full min-w-40' },
    { title: '时间', renderCell: formatEventTime, className: 'whitespace-nowrap tabular-nums' },
    {
      title: '地点',
      renderCell: ({ location }) => <LongText text={location} />,
      className: 'min-w-24',
      isWideOnly: true,
    },
    { title: '已报名／名额', renderCell: formatPlaces, className: 'whitespace-nowrap tabular-nums' },
    { title: '状态', renderCell: (event) => <EventStatusTag event={event} /> },
    { title: '操作', renderCell: renderActions, isHidden: !canWrite },
  ]
  return (
    <RecordTable
      label="活动"
      items={events}
      getKey={({ id }) => id}
      columns={columns}
      renderCard={(event) => (
        <div className="flex flex-col gap-1">
          <EventName event={event} />
          <p className="text-sm text-muted tabular-nums">
            {[formatEventTime(event), event.location].filter((part) => part !== '').join('，')}
          </p>
          <p className="flex flex-wrap items-center gap-2 text-sm tabular-nums">
            <EventStatusTag event={event} />
            {formatPlaces(event)}
          </p>
          {renderActions(event)}
        </div>
      )}
    />
  )
}

const formatEventTime = ({ date, time }: EventRecord): string =>
  [formatDay(date), time].filter((part) => part !== '').join(' ') || '待定'

function formatPlaces({ confirmed, waiting, places }: EventRecord): string {
  if (places === 0 && confirmed + waiting === 0) return '不在本站报名'
  return `${confirmed}／${places}${waiting > 0 ? `，候补${waiting}` : ''}`
}

const EventName = ({ event: { title, cancelReason } }: { event: EventRecord }) => (
  <>
    <LongText text={title} className="font-semibold" />
    {cancelReason !== '' && <p className="text-sm text-muted">{`原因：${cancelReason}`}</p>}
  </>
)

const PHASE_STYLES: Record<EventPhase, StatusStyle> = {
  upcoming: { Icon: CalendarCheck, color: 'green' },
  past: { Icon: History, color: 'gray' },
  cancelled: { Icon: CalendarX, color: 'red' },
}

/** The status that visitors see; for others than coming events, their phase. */
const EventStatusTag = ({ event: { phase, status } }: { event: EventRecord }) => (
  <StatusTag statusStyle={PHASE_STYLES[phase]} label={phase === 'upcoming' ? status : EVENT_PHASE_LABELS[phase]} />
)
