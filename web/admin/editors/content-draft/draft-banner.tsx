import { Alert, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { DraftStatus } from '#contracts/content-drafts/draft.ts'
import { getPublicationLabel } from '#contracts/content-drafts/listing-change.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { useAction } from '../../calls/use-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useEditor } from '../editor-context.tsx'
import { getLabel } from '../form/field-paths.ts'
import type { VersionedDocument } from '../use-versioned-document.ts'
import { draftCallsOf } from './draft-calls.ts'
import { useDraftStatus, useOpenVersion, useRefetchDrafts, useUnschedule } from './use-draft-status.ts'

const DifferencesDrawer = lazy(async () => ({ default: (await import('./draft-differences.tsx')).DifferencesDrawer }))
const PreviewLinksDialog = lazy(async () => ({
  default: (await import('./preview-links-dialog.tsx')).PreviewLinksDialog,
}))

/** Says that the document or product has a draft, by whom and when, how its publication stands, and what can be done with it. */
export function DraftBanner({ form }: { form: VersionedDocument }) {
  const { resource, canEdit } = useEditor()
  const status = useDraftStatus(resource.drafts?.owner)
  const [opened, setOpened] = useState<'differences' | 'links' | null>(null)
  const { openDraft, openPublished } = useOpenVersion()
  if (!status) return null
  const isDraft = resource.isDraft === true
  return (
    <>
      {isDraft && <NewerDraft status={status} form={form} />}
      <Alert
        type={status.failure ? 'error' : 'info'}
        showIcon
        role="status"
        title={describeDraft(status, isDraft)}
        // An empty description would also enlarge the title.
        description={status.failure || isOutdated(status) ? <DraftNotes status={status} /> : undefined}
        action={
          <span className="flex flex-wrap justify-end gap-2">
            <Button size="small" type={isDraft ? 'default' : 'primary'} onClick={isDraft ? openPublished : openDraft}>
              {describeSwitch(isDraft, canEdit)}
            </Button>
            <Button size="small" onClick={() => setOpened('differences')}>
              看差异
            </Button>
            {canEdit && (
              <Button size="small" onClick={() => setOpened('links')}>
                预览链接
              </Button>
            )}
            {canEdit && <ScheduleOrDiscard status={status} onDiscarded={openPublished} />}
          </span>
        }
      />
      <Suspense>
        {opened === 'differences' && <DifferencesDrawer status={status} onClose={() => setOpened(null)} />}
        {opened === 'links' && <PreviewLinksDialog owner={status} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  )
}

function describeSwitch(isDraft: boolean, canEdit: boolean): string {
  if (isDraft) return '查看已发布的内容'
  return canEdit ? '继续编辑草稿' : '查看草稿'
}

function describeDraft({ savedBy, savedAt, schedule, listingChange }: DraftStatus, isDraft: boolean): string {
  const author = `${savedBy.name}于${formatMinute(savedAt)}保存`
  const label = getPublicationLabel(listingChange)
  const plan = listingChange ? `，发布后产品${label}` : ''
  const time = schedule ? `，定于${formatMinute(schedule.at)}${label}` : plan
  return isDraft ? `正在编辑草稿（${author}）${time}` : `有一份草稿，由${author}${time}`
}

/** Returns whether something else was published since the draft began. */
const isOutdated = ({ baseRevision, publishedRevision }: DraftStatus): boolean => baseRevision !== publishedRevision

/** What whoever publishes the draft should know. */
function DraftNotes({ status }: { status: DraftStatus }) {
  const { form } = useEditor()
  const { failure } = status
  return (
    <>
      {failure && (
        <p>
          定于{formatMinute(failure.scheduledFor)}的发布没有完成：{failure.message}
        </p>
      )}
      {failure && failure.errors.length > 0 && (
        <ul className="list-disc pl-5">
          {withKeys(failure.errors, ({ path, message }) => `${path} ${message}`).map(({ key, item }) => (
            <li key={key}>
              {item.path === '' ? '' : `${getLabel(form, item.path)}：`}
              {item.message}
            </li>
          ))}
        </ul>
      )}
      {isOutdated(status) && <p>草稿开始之后，已发布的内容有更新，发布前请查看差异。</p>}
    </>
  )
}

/** Says that somebody else saved the draft that is being edited. */
function NewerDraft({ status, form }: { status: DraftStatus; form: VersionedDocument }) {
  const { loaded, isDirty, compare, reload } = form
  if (status.version <= loaded.version) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={`${status.savedBy.name}于${formatMinute(status.savedAt)}保存了新的草稿`}
      description={isDirty ? '您的修改没有受影响。可以先比较两个版本再保存。' : undefined}
      action={
        <Button size="small" onClick={() => void (isDirty ? compare() : reload())}>
          {isDirty ? '比较两个版本' : '载入新版本'}
        </Button>
      }
    />
  )
}

type ScheduleOrDiscardProps = { status: DraftStatus; onDiscarded: () => void }

function ScheduleOrDiscard({ status, onDiscarded }: ScheduleOrDiscardProps) {
  const { version, schedule } = status
  const confirm = useConfirm()
  const refetch = useRefetchDrafts()
  const unschedule = useUnschedule()
  const discard = useAction({
    action: () => draftCallsOf(status).discard(version),
    getSuccessMessage({ message }) {
      onDiscarded()
      return message
    },
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch,
  })
  if (schedule)
    return (
      <Button size="small" loading={unschedule.isPending} onClick={() => unschedule.mutate(status)}>
        取消定时
      </Button>
    )
  const askAndDiscard = () =>
    confirm({
      title: '放弃草稿？',
      content: '草稿的内容将被删除，预览链接一并失效。已发布的内容不受影响。',
      okText: '放弃草稿',
      isDangerous: true,
      cancelText: '保留',
      onOk: () => discard.mutateAsync(),
    })
  return (
    <Button size="small" danger onClick={askAndDiscard}>
      放弃
    </Button>
  )
}
