import { useMutation, useQuery } from '@tanstack/react-query'
import { App, Button, Skeleton } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { editingCalls } from '#contracts/content/calls.ts'
import type { Revision } from '#contracts/content/revision.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { type Change, diff } from '#contracts/rules/difference.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { callAdmin } from '../../calls/call.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { useConfirm } from '../../parts/use-confirm.ts'
import { loadDocument, toEditable } from '../document-calls.ts'
import { useDocumentKind, useEditor, useEditorState } from '../editor-context.tsx'
import { describeSides } from '../form/describe-value.ts'
import { findPlace, getLabel } from '../form/field-paths.ts'

type RevisionViewProps = { revision: Revision; onBack: () => void; onRestored: (message: string) => void }

/** The number of changes drawn at a time. */
const SHOWN_AT_ONCE = 100

/** Shows what restoring a revision would change, and a button to restore it. */
export function RevisionView({ revision, onBack, onRestored }: RevisionViewProps) {
  const kind = useDocumentKind()
  const { store, canEdit } = useEditor()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const { message } = App.useApp()
  const confirm = useConfirm()
  const loaded = useEditorState((state) => state.loaded)
  const params = { kind, revision: revision.revision }
  const detail = useQuery({
    queryKey: ['revision', kind, revision.revision],
    queryFn: async () => (await callAdmin(editingCalls.getRevision, { params })).data,
  })
  const restore = useMutation({
    async mutationFn() {
      const reply = await callAdmin(editingCalls.restoreRevision, { params, version: store.get().loaded.version })
      store.load(await loadDocument(kind))
      return reply.message
    },
    onSuccess: onRestored,
    onError: (error) => void message.error(failureMessage(error, ADMIN_MESSAGES.actionFailed)),
  })
  const request = () =>
    confirm({
      title: `恢复到第${revision.revision}版？`,
      content: store.get().isDirty
        ? '当前有未保存的修改，恢复后会被替换。现在的内容仍保留在历史版本中。'
        : '恢复会生成一个新版本，现在的内容仍保留在历史版本中。',
      okText: '恢复',
      onOk: () => restore.mutateAsync(),
    })
  // A version may hold only a part (the products only if the save carried them): what it does not hold stays.
  const changes = detail.data ? diff(loaded.value, { ...loaded.value, ...toEditable(detail.data.document) }) : []

  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <Button icon={<ArrowLeft className="size-4" aria-hidden />} onClick={onBack}>
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
      {detail.isPending && <Skeleton active />}
      {detail.isError && (
        <LoadFailure error={detail.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={() => detail.refetch()} />
      )}
      {detail.data && changes.length === 0 && <p>与当前内容相同。</p>}
      {changes.length > 0 && (
        <>
          <h3 className="text-base">与当前内容相比，有{changes.length}处不同</h3>
          <ul className="flex flex-col gap-3">
            {changes.slice(0, shown).map((change) => (
              <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
            ))}
          </ul>
          {changes.length > shown && (
            <Button type="link" className="self-start" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
              再显示{Math.min(SHOWN_AT_ONCE, changes.length - shown)}处
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function ChangeRow({ change }: { change: Change }) {
  const { form } = useEditor()
  const shown = describeSides(change, findPlace(form, change.path)?.field)
  return (
    <li className="rounded-lg border border-line p-3">
      <p className="pb-1 font-semibold">
        {getLabel(form, change.path)}
        {change.kind === 'moved' && '的位置'}
      </p>
      <dl className="grid grid-cols-[4em_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">现在</dt>
        <dd className="whitespace-pre-wrap">{shown.before}</dd>
        <dt className="text-muted">此版本</dt>
        <dd className="whitespace-pre-wrap">{shown.after}</dd>
      </dl>
    </li>
  )
}
