import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Skeleton } from 'antd'
import { ArrowLeft, History } from 'lucide-react'
import { useState } from 'react'
import type { Revision } from '#contracts/content/revision.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
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
import { ATTRIBUTES_KEY } from '../product-facts/fact-calls.ts'
import {
  attributeRevisionsKey,
  listAttributeRevisions,
  loadAttributeRevision,
  restoreAttributeRevision,
} from './attribute-calls.ts'
import { ATTRIBUTE_PLACES } from './attribute-places.ts'
import type { AttributeValues } from './attribute-values.ts'

type AttributeHistoryProps = {
  attribute: AttributeRecord
  form: VersionedFormView<AttributeValues>
  canEdit: boolean
}

/** Every save of an attribute; one of them can be compared with today's and restored. */
export function AttributeHistory({ attribute, form, canEdit }: AttributeHistoryProps) {
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const { key } = attribute
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
          queryKey: [...attributeRevisionsKey(key), form.loaded.version],
          list: (page) => listAttributeRevisions(key, page),
          describeChanges: (changes) => describeRevisionChanges(ATTRIBUTE_PLACES, changes),
          empty: '这个属性还没有保存过。',
        }}
      >
        {(revision, onBack) => (
          <AttributeRevision
            attribute={attribute}
            revision={revision}
            form={form}
            canEdit={canEdit}
            onBack={onBack}
            onRestored={(text) => {
              setOpen(false)
              message.success(text)
            }}
          />
        )}
      </RevisionsDrawer>
    </>
  )
}

type AttributeRevisionProps = AttributeHistoryProps & {
  revision: Revision
  onBack: () => void
  onRestored: (message: string) => void
}

function AttributeRevision({ attribute, revision, form, canEdit, onBack, onRestored }: AttributeRevisionProps) {
  const { key } = attribute
  const values = useQuery({
    queryKey: [...attributeRevisionsKey(key), 'one', revision.revision],
    queryFn: () => loadAttributeRevision(key, revision.revision),
  })
  const restore = useRestore({ attribute, revision, form, onRestored })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <Button disabled={false} icon={<ArrowLeft className="size-4" aria-hidden />} onClick={onBack}>
          返回列表
        </Button>
        {canEdit && !revision.isCurrent && (
          <Button type="primary" loading={restore.isPending} onClick={restore.request}>
            恢复到此版本
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        {formatMinute(revision.createdAt)}，{revision.createdBy?.name ?? '系统'}
      </p>
      {values.isPending && <Skeleton active />}
      {values.isError && (
        <LoadFailure error={values.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={() => values.refetch()} />
      )}
      {values.data && (
        <RevisionComparison
          form={ATTRIBUTE_PLACES}
          comparison={{ changes: diff(form.loaded.value, values.data), after: values.data }}
          base="current"
        />
      )}
    </div>
  )
}

function useRestore({
  attribute,
  revision,
  form,
  onRestored,
}: Pick<AttributeRevisionProps, 'attribute' | 'revision' | 'form' | 'onRestored'>) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const restore = useMutation({
    async mutationFn() {
      const reply = await restoreAttributeRevision(attribute.key, revision.revision, form.loaded.version)
      await form.reload()
      return reply.message
    },
    onSuccess: onRestored,
    onError: (error) => void message.error(failureMessage(error, ADMIN_MESSAGES.actionFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: ATTRIBUTES_KEY }),
  })
  const request = () =>
    confirm({
      title: `恢复到第${revision.revision}版？`,
      content: form.isDirty
        ? '当前有未保存的修改，恢复后会被替换。'
        : '恢复会生成一个新版本，现在的设置仍保留在历史版本中。',
      okText: '恢复',
      onOk: () => restore.mutateAsync(),
    })
  return { isPending: restore.isPending, request }
}
