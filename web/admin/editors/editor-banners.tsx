import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useEditor, useEditorState, useFieldErrors } from './editor-context.tsx'
import { FieldErrorsAlert, JsonErrorAlert } from './field-errors-alert.tsx'
import { useRevealField } from './reveal-field.ts'
import type { VersionedDocument } from './use-versioned-document.ts'

/** Shows errors and invalid fields in an overlay, which is always visible and doesn't shift the form. */
export function EditorBanners({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { notice, notify, rejectionCount } = versionedDocument
  const jsonError = useEditorState((state) => state.jsonError)
  return (
    <div className="pointer-events-none absolute inset-x-0 top-full">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-2 px-4 pt-2 *:pointer-events-auto *:shadow-lg md:px-8">
        {notice?.kind === 'failure' && (
          <Alert type="error" showIcon role="alert" title={notice.text} closable={{ onClose: () => notify(null) }} />
        )}
        {jsonError && <JsonErrorAlert error={jsonError} />}
        <FieldErrors key={rejectionCount} rejectionCount={rejectionCount} />
      </div>
    </div>
  )
}

function FieldErrors({ rejectionCount }: { rejectionCount: number }) {
  const { store } = useEditor()
  const errors = useFieldErrors()
  const reveal = useRevealField()
  const [isClosed, setIsClosed] = useState(false)
  const revealFirstError = useEffectEvent(() => {
    // In JSON mode the message contains the path, and the focus stays in the text.
    if (errors[0] && store.get().mode === 'form') reveal(errors[0].path)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per rejected save, not after later edits.
  useEffect(() => revealFirstError(), [rejectionCount])

  if (isClosed) return null
  return (
    <FieldErrorsAlert
      onClose={() => setIsClosed(true)}
      renderError={({ path }, text) => (
        <Button
          type="link"
          className="h-auto whitespace-normal px-0 text-left pointer-coarse:min-h-11"
          onClick={() => reveal(path)}
        >
          {text}
        </Button>
      )}
    />
  )
}
