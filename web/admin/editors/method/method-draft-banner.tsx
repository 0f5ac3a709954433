import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Send } from 'lucide-react'
import { methodCalls } from '#contracts/evaluation/calls.ts'
import type { MethodDraft } from '#contracts/evaluation/method.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import type { VersionedDocument } from '../use-versioned-document.ts'
import { MethodChangeList, MethodErrorList } from './method-lists.tsx'

type MethodDraftBannerProps = { form: Pick<VersionedDocument, 'loaded' | 'isDirty'>; canEdit: boolean }

/** Shows how the saved method differs from the published version, and publishes it as the next one. */
export function MethodDraftBanner({ form: { loaded, isDirty }, canEdit }: MethodDraftBannerProps) {
  const { version: revision } = loaded
  const draftQuery = useQuery({
    queryKey: ['method-draft', revision],
    queryFn: async () => (await callAdmin(methodCalls.getDraft)).data,
    // The next revision's draft replaces the shown one, so that the form below doesn't move in between.
    placeholderData: (previous: MethodDraft | undefined) => previous,
  })
  const publishMutation = useAction({
    action: async () => (await callAdmin(methodCalls.publish, { version: revision })).data,
    getSuccessMessage: ({ version }) => `已发布评估方法M${version}`,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: draftQuery.refetch,
  })
  const confirm = useConfirm()
  const draft = draftQuery.data
  if (!draft || (draft.changes.length === 0 && draft.errors.length === 0)) return null

  const { published, changes, errors } = draft
  const isReady = !isDirty && errors.length === 0 && changes.length > 0 && !publishMutation.isPending
  const askAndPublish = () =>
    confirm({
      title: `发布评估方法M${published.version + 1}？`,
      content: <MethodChangeList published={published} changes={changes} />,
      okText: '发布新版本',
      onOk: () => publishMutation.mutateAsync(),
    })

  return (
    <Alert
      type={errors.length > 0 ? 'warning' : 'info'}
      showIcon
      role="status"
      title={`评估方法的草稿与M${published.version}（${formatMinute(published.createdAt)}发布）有${changes.length}处不同，尚未发布`}
      description={
        <>
          {errors.length > 0 && <MethodErrorList errors={errors} />}
          {isDirty && <p>有未保存的修改，保存后才能发布。</p>}
        </>
      }
      action={
        canEdit && (
          <Button
            icon={<Send className="size-4" aria-hidden />}
            onClick={askAndPublish}
            {...getUnavailableProps(!isReady)}
          >
            发布新版本
          </Button>
        )
      }
    />
  )
}
