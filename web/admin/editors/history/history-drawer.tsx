import { useEditor } from '../editor-context.tsx'
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

/** The version history of what is edited; versions can be compared with the current one and restored. */
export function HistoryDrawer({ isOpen, onClose, onRestored, storeEdits }: HistoryDrawerProps) {
  const { form, resource } = useEditor()
  const { history } = resource
  if (!history) return null
  return (
    <RevisionsDrawer
      isOpen={isOpen}
      onClose={onClose}
      source={{
        list: history.list,
        describeChanges: (changes) => describeRevisionChanges(form, changes),
        emptyMessage: history.emptyMessage,
      }}
    >
      {(revision, onBack) => (
        <RevisionView
          history={history}
          revision={revision}
          onBack={onBack}
          onRestored={onRestored}
          storeEdits={storeEdits}
        />
      )}
    </RevisionsDrawer>
  )
}
