import { Alert, App, Modal } from 'antd'
import { useState } from 'react'
import { getPublicationLabel, type ListingChange } from '#contracts/content-drafts/listing-change.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { useEditor } from '../editor-context.tsx'
import type { EditorDrafts } from '../editor-resource.ts'
import { draftCallsOf } from './draft-calls.ts'
import { getNextHour, PublicationTime } from './publication-time.tsx'
import { useRefetchDrafts } from './use-draft-status.ts'

type ScheduleListingDialogProps = { drafts: EditorDrafts; change: ListingChange; onClose: () => void }

const CONSEQUENCES: Record<ListingChange, string> = {
  list: '到时产品上架，访客可以看到它。',
  unlist: '到时产品下架，访客不再看到它。',
}

/** Asks when the product is to be listed or taken off. */
export function ScheduleListingDialog({ drafts, change, onClose }: ScheduleListingDialogProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const refetch = useRefetchDrafts()
  const scheduleListing = useScheduleListing(drafts, change)
  const [time, setTime] = useState<string | null>(getNextHour)
  const schedule = useMutation({
    mutationFn: scheduleListing,
    onSuccess({ scheduledFor }) {
      onClose()
      void message.success(`已定于${formatMinute(scheduledFor ?? '')}${getPublicationLabel(change)}`)
    },
    onSettled: refetch,
  })
  const label = getPublicationLabel(change)
  return (
    <Modal
      open
      title={`定时${label}“${drafts.label}”`}
      okText={`定时${label}`}
      cancelText="取消"
      okButtonProps={{ disabled: time === null }}
      confirmLoading={schedule.isPending}
      onOk={() => time !== null && schedule.mutate(time)}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-4">
        {schedule.error && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={describeActionError(schedule.error, ADMIN_MESSAGES.actionFailed)}
          />
        )}
        <p>{`${CONSEQUENCES[change]}定时期间这次${label}是产品的草稿，可以在编辑器和发布日历中取消。`}</p>
        <PublicationTime label={`${label}时间`} value={time} onChange={setTime} />
      </div>
    </Modal>
  )
}

/** Returns the function that saves a draft which only changes the listing, and schedules it; without a time, neither. */
function useScheduleListing({ owner }: EditorDrafts, change: ListingChange) {
  const { store } = useEditor()
  return async (at: string) => {
    const { value, version: base } = store.get().loaded
    const calls = draftCallsOf(owner)
    const document = { ...value, isActive: change === 'list' }
    const { version } = await calls.save(document, { base, version: 0 })
    try {
      return await calls.publish({ at, version, replaces: base, confirmed: false })
    } catch (error) {
      await calls.discard(version)
      throw error
    }
  }
}
