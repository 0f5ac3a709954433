import { editingCalls } from '#contracts/content/calls.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useDocumentKind } from '../editor-context.tsx'
import { FORMS } from '../forms/forms.ts'
import { describeRevisionChanges } from './describe-revision-changes.ts'
import { RevisionView } from './revision-view.tsx'
import { RevisionsDrawer } from './revisions-drawer.tsx'

type HistoryDrawerProps = {
  isOpen: boolean
  onClose: () => void
  onRestored: (message: string) => void
  /** Stores the unsaved edits as a draft, before a restored version replaces them. */
  storeEdits: () => void
}

/** The version history of a document; versions can be compared with the current one and restored. */
export function HistoryDrawer({ isOpen, onClose, onRestored, storeEdits }: HistoryDrawerProps) {
  const kind = useDocumentKind()
  return (
    <RevisionsDrawer
      isOpen={isOpen}
      onClose={onClose}
      source={{
        list: (page) => queryOf(editingCalls.listRevisions, { params: { kind }, query: { page } }),
        describeChanges: (changes) => describeRevisionChanges(FORMS[kind], changes),
        emptyMessage: '这份内容还没有保存过。',
      }}
    >
      {(revision, onBack) => (
        <RevisionView revision={revision} onBack={onBack} onRestored={onRestored} storeEdits={storeEdits} />
      )}
    </RevisionsDrawer>
  )
}
