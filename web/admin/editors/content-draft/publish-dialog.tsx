import { Alert, App, Checkbox, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { DraftStatus, Published } from '#contracts/content-drafts/draft.ts'
import { getPublicationLabel, type ListingChange } from '#contracts/content-drafts/listing-change.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { isDeclined } from '../../calls/is-declined.ts'
import { useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { useEditor } from '../editor-context.tsx'
import { draftCallsOf } from './draft-calls.ts'
import { DraftDifferences } from './draft-differences.tsx'
import { getNextHour, PublicationTime } from './publication-time.tsx'
import { useOpenVersion, useRefetchDrafts } from './use-draft-status.ts'

type PublishDialogProps = { status: DraftStatus; onClose: () => void }

/** Publishes the saved draft now or at a time, after showing what it changes. */
export function PublishDialog({ status, onClose }: PublishDialogProps) {
  const { baseRevision, publishedRevision, listingChange } = status
  const act = getPublicationLabel(listingChange)
  const { drafts } = useEditor().resource
  const isOutdated = baseRevision !== publishedRevision
  const [isLater, setIsLater] = useState(status.schedule !== null)
  const [time, setTime] = useState<string | null>(() => status.schedule?.at ?? getNextHour())
  const [hasRead, setHasRead] = useState(false)
  const [error, setError] = useState<string>()
  const publish = usePublish(status, { onClose, onError: setError })

  return (
    <Modal
      open
      width={880}
      title={`${act}${drafts?.label ?? ''}`}
      okText={`${isLater ? '定时' : '立即'}${act}`}
      cancelText="取消"
      okButtonProps={{ disabled: (isOutdated && !hasRead) || (isLater && time === null) }}
      confirmLoading={publish.isPending}
      onOk={() => publish.mutate(isLater ? time : null)}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-4">
        {error && <Alert type="error" showIcon role="alert" title={error} />}
        <Radio.Group
          aria-label={`${act}时间`}
          value={isLater}
          onChange={({ target }) => setIsLater(target.value)}
          options={[
            { value: false, label: `立即${act}` },
            { value: true, label: `定时${act}` },
          ]}
        />
        {isLater && <PublicationTime label={`${act}时间`} value={time} onChange={setTime} />}
        {listingChange && <p className="text-muted">{LISTING_NOTES[listingChange]}</p>}
        {isOutdated && (
          <>
            <Alert
              type="warning"
              showIcon
              role="status"
              title="草稿开始之后，已发布的内容有更新"
              description="发布草稿会取代下列修改。需要保留的，请先改入草稿。"
            />
            <section aria-label="期间的修改" className="flex flex-col gap-3">
              <DraftDifferences status={status} base="meanwhile" />
            </section>
            <Checkbox checked={hasRead} onChange={({ target }) => setHasRead(target.checked)}>
              已查看以上修改，仍以草稿取代
            </Checkbox>
          </>
        )}
        <section aria-label="草稿的修改" className="flex flex-col gap-3">
          <DraftDifferences status={status} base="draft" />
        </section>
      </div>
    </Modal>
  )
}

const LISTING_NOTES: Record<ListingChange, string> = {
  list: '草稿的“上架”已打开：发布后访客可以看到这个产品。',
  unlist: '草稿的“上架”已关闭：发布后访客不再看到这个产品。',
}

type Callbacks = { onClose: () => void; onError: (message: string | undefined) => void }

/** Returns the mutation that publishes the draft at a time, or now for `null`. */
function usePublish(status: DraftStatus, { onClose, onError }: Callbacks) {
  const { viewState } = useEditor()
  const { message } = App.useApp()
  const { openPublished } = useOpenVersion()
  const callConfirmed = useConfirmedCall()
  const refetch = useRefetchDrafts()
  return useMutation({
    mutationFn: async (at: string | null): Promise<Published> => {
      onError(undefined)
      const { version, publishedRevision: replaces } = status
      return callConfirmed((confirmed) =>
        draftCallsOf(status).publish({ ...(at !== null && { at }), version, replaces, confirmed }),
      )
    },
    onSuccess({ scheduledFor }: Published) {
      onClose()
      if (scheduledFor === null) openPublished()
      void message.success(
        scheduledFor === null
          ? CONTENT_DRAFT_MESSAGES.published
          : `已定于${formatMinute(scheduledFor)}${getPublicationLabel(status.listingChange)}`,
      )
    },
    onError(error) {
      if (isDeclined(error)) return
      const fieldErrors = isCallError(error) ? (error.errors ?? []) : []
      // Errors of the time are shown in the dialog, those of the document at its fields.
      const ofDocument = fieldErrors.filter(({ path }) => path !== 'at')
      if (ofDocument.length > 0 && ofDocument.length === fieldErrors.length) {
        viewState.setErrors(ofDocument)
        onClose()
      }
      onError(describeActionError(error, ADMIN_MESSAGES.actionFailed))
    },
    onSettled: refetch,
  })
}
