import { eventCalls } from '#contracts/events/calls.ts'
import type { EventRecord } from '#contracts/events/event-record.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { callAdmin } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'

export type EventActionsProps = {
  event: EventRecord
  /** Opens the list of attendees. */
  onOpen: (event: EventRecord) => void
  onEdit: (event: EventRecord) => void
  onCopy: (event: EventRecord) => void
  onCallOff: (event: EventRecord) => void
  onChanged: () => unknown
}

/** What can be done with an event. One that has registrations is cancelled instead of deleted. */
export function EventActions({ event, onOpen, onEdit, onCopy, onCallOff, onChanged }: EventActionsProps) {
  const { id: eventId, title, phase, confirmed, waiting } = event
  const confirm = useConfirm()
  const remove = useAction({
    action: () => callAdmin(eventCalls.remove, { params: { eventId } }),
    getSuccessMessage: (reply) => reply.message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onChanged,
  })
  const hasRegistrations = confirmed + waiting > 0
  return (
    <RowActions>
      {phase !== 'cancelled' && (
        <RowAction label={`编辑“${title}”`} onClick={() => onEdit(event)}>
          编辑
        </RowAction>
      )}
      <RowAction label={`查看“${title}”的报名名单`} onClick={() => onOpen(event)}>
        名单
      </RowAction>
      <RowAction label={`复制“${title}”`} onClick={() => onCopy(event)}>
        复制
      </RowAction>
      {phase === 'upcoming' && (
        <RowAction label={`取消“${title}”`} isDanger onClick={() => onCallOff(event)}>
          取消
        </RowAction>
      )}
      {!hasRegistrations && (
        <RowAction
          label={`删除“${title}”`}
          isDanger
          isBusy={remove.isPending}
          onClick={() =>
            confirm({
              title: `删除“${title}”？`,
              content: '还没有人报名。删除后不能恢复。',
              okText: '删除',
              isDangerous: true,
              onOk: () => remove.mutateAsync(),
            })
          }
        >
          删除
        </RowAction>
      )}
    </RowActions>
  )
}
