import { useQuery } from '@tanstack/react-query'
import { App, Segmented, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import type { Revision } from '#contracts/content/revision.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { applyChanges, getChangeKey } from '#contracts/rules/json-diff.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useEditor, useEditorState } from '../editor-context.tsx'
import type { EditorHistory } from '../editor-resource.ts'
import type { RestoreChanges } from './change-group-card.tsx'
import type { Base, Comparison } from './compare-versions.ts'
import { compareVersions, findSideWithoutProducts } from './compare-versions.ts'
import { RevisionComparison } from './revision-comparison.tsx'
import { RevisionFrame } from './revision-frame.tsx'
import { useRestore } from './use-restore.ts'

const useRevisionQuery = ({ get }: EditorHistory, revision: number) =>
  useQuery({ ...get(revision), enabled: revision > 0, staleTime: Number.POSITIVE_INFINITY })

type ComparedVersion = { history: EditorHistory; revision: number; base: Base }

/** Compares a version with its base. The first version has no previous one. */
function useComparison({ history, revision, base }: ComparedVersion) {
  const { store } = useEditor()
  const state = useEditorState((current) => current)
  const selectedQuery = useRevisionQuery(history, revision)
  const previousQuery = useRevisionQuery(history, base === 'previous' ? revision - 1 : 0)
  const baseQuery = base === 'previous' ? previousQuery : undefined

  const version = selectedQuery.data
  const comparison = useMemo(() => {
    // With a JSON syntax error, the last valid document is compared.
    const content = store.read()
    const current = 'document' in content ? content.document : state.document
    const before = base === 'previous' ? previousQuery.data : current
    return version && before && compareVersions(before, version, base)
  }, [version, previousQuery.data, base, state, store])

  return {
    isPending: selectedQuery.isPending || baseQuery?.isPending === true,
    error: selectedQuery.error ?? baseQuery?.error ?? null,
    refetch: () => void Promise.all([selectedQuery.refetch(), baseQuery?.refetch()]),
    comparison,
    /** The side without products, if the document has products. */
    sideWithoutProducts: findSideWithoutProducts(state.loaded.value, version, baseQuery?.data),
  }
}

type RevisionViewProps = {
  history: EditorHistory
  revision: Revision
  onBack: () => void
  onRestored: (message: string) => void
  /** Stores the unsaved edits as a draft, before a restored version replaces them. */
  storeEdits: () => void
}

/** Shows what a version changed, or what restoring it would change. Restores the entire version, an item or a field. */
export function RevisionView({ history, revision, onBack, onRestored, storeEdits }: RevisionViewProps) {
  const { canEdit, form } = useEditor()
  const isFirst = !history.hasPrevious(revision)
  const [base, setBase] = useState<Base>(isFirst ? 'current' : 'previous')
  const { isPending, error, refetch, comparison, sideWithoutProducts } = useComparison({
    history,
    revision: revision.revision,
    base,
  })
  const restore = useEditorRestore({ history, revision, onRestored, storeEdits })
  const restoreChanges = useRestoreChanges(comparison)

  return (
    <RevisionFrame revision={revision} restore={canEdit ? restore : undefined} onBack={onBack}>
      <Segmented
        block
        aria-label="比较对象"
        value={base}
        onChange={setBase}
        options={[
          { value: 'previous', label: '与上一版比较', disabled: isFirst },
          { value: 'current', label: '与现在比较' },
        ]}
      />
      {sideWithoutProducts && (
        <p>{sideWithoutProducts === 'version' ? '这个版本' : '上一版'}只含页面内容，不含产品，因此不比较产品。</p>
      )}
      {isPending && <Skeleton active title={false} />}
      {error && <LoadError error={error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={refetch} />}
      {comparison && (
        <RevisionComparison
          key={base}
          form={form}
          comparison={comparison}
          base={base}
          isPageOnly={sideWithoutProducts !== undefined}
          onRestore={canEdit && base === 'current' ? restoreChanges : undefined}
        />
      )}
    </RevisionFrame>
  )
}

function useEditorRestore({ history, revision, onRestored, storeEdits }: Omit<RevisionViewProps, 'onBack'>) {
  const { resource, store } = useEditor()
  return useRestore(revision, {
    async restore() {
      const message = await history.restore(revision.revision, store.get().loaded.version)
      const restored = await resource.read()
      storeEdits()
      store.load(restored)
      return message
    },
    getConfirmationText: () =>
      `恢复会生成一个新版本，现在的内容仍保留在历史版本中。${store.get().isDirty ? ADMIN_MESSAGES.editsBecomeDraft : ''}${history.restoreNote ?? ''}`,
    onRestored,
  })
}

/** Returns a function that applies changes of the comparison to the form as an unsaved edit. */
function useRestoreChanges(comparison: Comparison | undefined): RestoreChanges {
  const { store } = useEditor()
  const { message } = App.useApp()
  return (changes) => {
    // Invalid JSON text would be lost.
    if (!comparison || store.getValue() === undefined) return void message.error(ADMIN_MESSAGES.restoreNeedsValidJson)
    const restored = applyChanges(comparison.before, comparison.after, new Set(changes.map(getChangeKey)))
    if (!isObject(restored)) return
    store.replace(restored)
    void message.success(ADMIN_MESSAGES.changeRestored)
  }
}
