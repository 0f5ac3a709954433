import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { eventCalls } from '#contracts/events/calls.ts'
import type { EventRecord } from '#contracts/events/event-record.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import type { Attendee } from '#contracts/events/registration.ts'
import { REGISTRATION_STATUS_LABELS } from '#contracts/events/statuses.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { TABLE_FORMATS } from '#contracts/table.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callOnce } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { ExportButton } from '../../lists/export-button.tsx'
import { RowAction } from '../../lists/row-actions.tsx'

type AttendeesDrawerProps = { event: EventRecord | null; onClose: () => void }

/** Lists the attendees of an event with their contact data. */
export const AttendeesDrawer = ({ event, onClose }: AttendeesDrawerProps) => (
  <Drawer open={event !== null} size={560} title={event?.title ?? ''} onClose={onClose} destroyOnHidden>
    {event && <Attendees key={event.id} event={event} />}
  </Drawer>
)

function Attendees({ event: { id: eventId } }: { event: EventRecord }) {
  const attendeesQuery = useQuery(dataOf(queryOf(eventCalls.listAttendees, { params: { eventId } })))
  if (attendeesQuery.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  if (!attendeesQuery.data)
    return (
      <LoadError
        error={attendeesQuery.error}
        fallback={ADMIN_MESSAGES.loadFailed}
        onRetry={() => attendeesQuery.refetch()}
      />
    )
  if (attendeesQuery.data.length === 0)
    return <EmptyPanel>还没有人报名。会员在社区页面报名后，会出现在这里。</EmptyPanel>
  return (
    <>
      <div className="mb-3 flex justify-end">
        <ExportButton
          call={eventCalls.exportAttendees}
          params={{ eventId }}
          queryString=""
          formats={TABLE_FORMATS}
          errorMessage={ADMIN_MESSAGES.actionFailed}
        />
      </div>
      <ul className="divide-y divide-line" aria-label="报名名单">
        {attendeesQuery.data.map((attendee) => (
          <li key={attendee.userId} className="flex items-start justify-between gap-3 py-3">
            <AttendeeDetails attendee={attendee} />
            <RemoveButton eventId={eventId} attendee={attendee} />
          </li>
        ))}
      </ul>
    </>
  )
}

const AttendeeDetails = ({ attendee }: { attendee: Attendee }) => (
  <div className="min-w-0">
    <p>
      <span className="font-semibold">{attendee.name}</span>
      <span className="ml-2 text-sm text-muted">{REGISTRATION_STATUS_LABELS[attendee.status]}</span>
    </p>
    <p className="break-words">{[attendee.company, attendee.position].filter(Boolean).join('，')}</p>
    <p className="text-sm break-words">
      <a href={`mailto:${attendee.email}`}>{attendee.email}</a>
      {attendee.phone && `，${attendee.phone}`}
    </p>
    <p className="text-sm text-muted tabular-nums">{formatMinute(attendee.registeredAt)}</p>
  </div>
)

function RemoveButton({ eventId, attendee: { userId, name } }: { eventId: string; attendee: Attendee }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const removeMutation = useAction({
    action: () => callOnce(eventCalls.removeAttendee, { params: { eventId, userId } }, EVENT_MESSAGES.removed),
    getSuccessMessage: (reply) => reply.message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: () => invalidate(client, eventCalls.list, eventCalls.listAttendees),
  })
  return (
    <RowAction
      isDanger
      label={`取消${name}的报名`}
      onClick={() =>
        confirm({
          title: `取消${name}的报名？`,
          content: '空出的名额由候补中最早的人递补。本人不会收到通知，请自行告知。',
          okText: '取消报名',
          cancelText: '保留',
          isDangerous: true,
          onOk: () => removeMutation.mutateAsync(),
        })
      }
    >
      取消报名
    </RowAction>
  )
}
