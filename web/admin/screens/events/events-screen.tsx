import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { eventCalls } from '#contracts/events/calls.ts'
import type { EventSummary } from '#contracts/events/registration.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatDay } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { LongText } from '../../lists/long-text.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { AttendeesDrawer } from './attendees-drawer.tsx'

type OnOpenEvent = (event: EventSummary) => void

/** Lists the events with their numbers of attendees. */
function EventList({ onOpen }: { onOpen: OnOpenEvent }) {
  const eventsQuery = useQuery(dataOf(queryOf(eventCalls.list)))
  if (eventsQuery.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  if (!eventsQuery.data)
    return <LoadError error={eventsQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={eventsQuery.refetch} />
  if (eventsQuery.data.length === 0)
    return <EmptyPanel>还没有在本站报名的活动。在“社区内容”的近期活动中填写“本站名额”后，会出现在这里。</EmptyPanel>
  return <EventTable events={eventsQuery.data} onOpen={onOpen} />
}

const COLUMNS: readonly Column<EventSummary>[] = [
  { title: '活动', renderCell: (event) => <EventName event={event} />, className: 'w-full min-w-40' },
  {
    title: '时间',
    renderCell: (event) => formatEventTime(event),
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    title: '已报名／名额',
    renderCell: ({ confirmed, places, isListed }) => (isListed ? `${confirmed}／${places}` : confirmed),
    className: 'whitespace-nowrap tabular-nums',
  },
  { title: '候补', renderCell: ({ waiting }) => waiting, className: 'tabular-nums' },
]

function EventTable({ events, onOpen }: { events: readonly EventSummary[]; onOpen: OnOpenEvent }) {
  const canWrite = useCan('events:write')
  const renderOpenButton = (event: EventSummary) =>
    canWrite && (
      <RowAction label={`查看“${event.title}”的报名名单`} onClick={() => onOpen(event)}>
        名单
      </RowAction>
    )
  return (
    <RecordTable
      label="活动报名"
      items={events}
      getKey={({ eventId }) => eventId}
      columns={[...COLUMNS, { title: '操作', renderCell: renderOpenButton, isHidden: !canWrite }]}
      renderCard={(event) => (
        <div className="flex flex-col gap-1">
          <EventName event={event} />
          <p className="text-sm text-muted tabular-nums">{formatEventTime(event)}</p>
          <p className="text-sm text-muted tabular-nums">
            已报名{event.confirmed}
            {event.isListed && `／${event.places}`}，候补{event.waiting}
          </p>
          <div>{renderOpenButton(event)}</div>
        </div>
      )}
    />
  )
}

const formatEventTime = ({ date, time }: EventSummary) =>
  [formatDay(date), time].filter((part) => part !== '').join(' ')

const EventName = ({ event }: { event: EventSummary }) => (
  <>
    <LongText text={event.title} className="font-semibold" />
    {!event.isListed && <p className="text-sm text-muted">已不在社区页面或不再于本站报名</p>}
  </>
)

/** The events screen: events with registration on this site, and their attendees. */
export function EventsScreen() {
  const [openedEvent, setOpenedEvent] = useState<EventSummary | null>(null)
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.events.title}
        description="在“社区内容”中为一场活动填写本站名额后，会员就能在本站报名；名额已满时排队候补。"
      />
      <EventList onOpen={setOpenedEvent} />
      <AttendeesDrawer event={openedEvent} onClose={() => setOpenedEvent(null)} />
    </ScreenContent>
  )
}
