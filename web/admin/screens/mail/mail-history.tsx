import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Skeleton } from 'antd'
import { ArrowLeft, History } from 'lucide-react'
import { useState } from 'react'
import type { Revision } from '#contracts/content/revision.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { diff } from '#contracts/rules/difference.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { describeRevisionChanges } from '../../editors/history/describe-revision-changes.ts'
import { RevisionComparison } from '../../editors/history/revision-comparison.tsx'
import { RevisionsDrawer } from '../../editors/history/revisions-drawer.tsx'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { useConfirm } from '../../parts/use-confirm.ts'
import type { VersionedFormView } from '../../versioned/use-versioned-edits.ts'
import { CONFIG_KEY, listRevisions, loadRevision, REVISIONS_KEY, restoreRevision } from './mail-calls.ts'
import { MAIL_PLACES } from './mail-places.ts'
import type { MailValues } from './mail-values.ts'

type MailHistoryProps = { form: VersionedFormView<MailValues>; canEdit: boolean }

/** Every save of the mail settings; one of them can be compared with today's and restored. */
export function MailHistory({ form, canEdit }: MailHistoryProps) {
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const close = (text: string) => {
    setOpen(false)
    message.success(text)
  }
  return (
    <>
      {/* Not disabled with the form of those who may only look. */}
      <Button disabled={false} icon={<History className="size-4" aria-hidden />} onClick={() => setOpen(true)}>
        历史
      </Button>
      <RevisionsDrawer
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        source={{
          queryKey: [...REVISIONS_KEY, form.loaded.version],
          list: listRevisions,
          describeChanges: (changes) => describeRevisionChanges(MAIL_PLACES, changes),
          empty: '邮件设置还没有保存过。',
        }}
      >
        {(revision, onBack) => (
          <MailRevision revision={revision} form={form} canEdit={canEdit} onBack={onBack} onRestored={close} />
        )}
      </RevisionsDrawer>
    </>
  )
}

type MailRevisionProps = MailHistoryProps & {
  revision: Revision
  onBack: () => void
  onRestored: (message: string) => void
}

function MailRevision({ revision, form, canEdit, onBack, onRestored }: MailRevisionProps) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const config = useQuery({
    queryKey: [...REVISIONS_KEY, 'one', revision.revision],
    queryFn: () => loadRevision(revision.revision),
  })
  const restore = useMutation({
    async mutationFn() {
      const reply = await restoreRevision(revision.revision, form.loaded.version)
      await form.reload()
      return reply.message
    },
    onSuccess: onRestored,
    onError: (error) => void message.error(failureMessage(error, ADMIN_MESSAGES.actionFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: CONFIG_KEY }),
  })
  const request = () =>
    confirm({
      title: `恢复到第${revision.revision}版？`,
      content: [
        form.isDirty ? '当前有未保存的修改，恢复后会被替换。' : '恢复会生成一个新版本，现在的设置仍保留在历史版本中。',
        '历史版本不含密码：服务器、端口或用户名与现在不同时，须重新填写。',
      ].join(''),
      okText: '恢复',
      onOk: () => restore.mutateAsync(),
    })

  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <Button disabled={false} icon={<ArrowLeft className="size-4" aria-hidden />} onClick={onBack}>
          返回列表
        </Button>
        {canEdit && !revision.isCurrent && (
          <Button type="primary" loading={restore.isPending} onClick={request}>
            恢复到此版本
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        {formatMinute(revision.createdAt)}，{revision.createdBy?.name ?? '系统'}
      </p>
      {config.isPending && <Skeleton active />}
      {config.isError && (
        <LoadFailure error={config.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={() => config.refetch()} />
      )}
      {config.data && (
        <RevisionComparison
          form={MAIL_PLACES}
          comparison={{ changes: diff(getStored(form.loaded.value), config.data), after: config.data }}
          base="current"
        />
      )}
    </div>
  )
}

/** Returns what a revision holds of the values: nothing of a password. */
function getStored({ smtpConfig, ...values }: MailValues) {
  const { password: _, passwordSet: __, ...server } = smtpConfig
  return { smtpConfig: server, ...values }
}
