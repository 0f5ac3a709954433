import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Send } from 'lucide-react'
import { methodCalls } from '#contracts/evaluation/calls.ts'
import type { MethodDraft } from '#contracts/evaluation/method.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { callAdmin } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useEditor } from '../editor-context.tsx'
import { getLabel } from '../form/field-paths.ts'
import { useRevealField } from '../reveal-field.ts'
import type { VersionedDocument } from '../use-versioned-document.ts'

/** What a publication changes, and for whom. */
function MethodChangeList({ published, changes }: Pick<MethodDraft, 'published' | 'changes'>) {
  return (
    <>
      <p>与M{published.version}相比：</p>
      <ul className="my-2 flex max-h-[40dvh] list-disc flex-col gap-1 overflow-y-auto pl-5">
        {withKeys(changes, String).map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </ul>
      <p>公开页面和此后新建的评估项目采用新版本，进行中的项目保持原有版本。版本发布后不能撤回。</p>
    </>
  )
}

/** What has to be corrected before a publication; each error leads to its field. */
function MethodErrorList({ errors }: Pick<MethodDraft, 'errors'>) {
  const { form } = useEditor()
  const reveal = useRevealField()
  return (
    <>
      <p>发布前须改正：</p>
      <ul className="flex max-h-32 flex-col overflow-y-auto">
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <Button
              type="link"
              className="h-auto whitespace-normal px-0 text-left pointer-coarse:min-h-11"
              onClick={() => reveal(path)}
            >
              {getLabel(form, path)}：{message}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

type MethodDraftBannerProps = { form: Pick<VersionedDocument, 'loaded' | 'isDirty'>; canEdit: boolean }

/** Shows how the saved method differs from the published version, and publishes it as the next one. */
export function MethodDraftBanner({ form: { loaded, isDirty }, canEdit }: MethodDraftBannerProps) {
  const { version: revision } = loaded
  const draftQuery = useQuery({
    ...dataOf(queryOf(methodCalls.getDraft, {}, revision)),
    // The next revision's draft replaces the shown one, so that the form below doesn't move in between.
    placeholderData: keepPreviousData,
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
