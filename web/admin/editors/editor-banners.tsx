import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { SUCCESS_NOTICE_MS } from '#contracts/limits.ts'
import { useEditor, useEditorState, useFieldErrors } from './editor-context.tsx'
import { FieldErrorsAlert, JsonErrorAlert } from './field-errors-alert.tsx'
import { fieldId, findPlace } from './form/field-paths.ts'
import type { Saving } from './use-saving.ts'

/** What went well (for three seconds), what went wrong, and which fields are to be put right; always in sight. */
export function EditorBanners({ saving }: { saving: Saving }) {
  const { notice, notify, refusals } = saving
  const jsonError = useEditorState((state) => state.error)
  useEffect(() => {
    if (notice?.kind !== 'success') return
    const timer = setTimeout(() => notify(null), SUCCESS_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice, notify])

  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-2 px-4 md:px-8 [&>*]:last:mb-3">
      <div role="status" className="empty:hidden">
        {notice?.kind === 'success' && <Alert type="success" showIcon title={notice.text} />}
      </div>
      {notice?.kind === 'failure' && (
        <Alert type="error" showIcon role="alert" title={notice.text} closable={{ onClose: () => notify(null) }} />
      )}
      {jsonError && <JsonErrorAlert error={jsonError} />}
      <FieldErrors refusals={refusals} />
    </div>
  )
}

function FieldErrors({ refusals }: { refusals: number }) {
  const { store } = useEditor()
  const errors = useFieldErrors()
  const reveal = useRevealField()
  const first = useEffectEvent(() => {
    // Whoever types JSON is told where, and stays there.
    if (errors[0] && store.get().mode === 'form') reveal(errors[0].path)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refused save leads there once; a later edit doesn't.
  useEffect(() => first(), [refusals])

  return (
    <FieldErrorsAlert
      renderError={({ path }, sentence) => (
        <Button
          type="link"
          className="h-auto whitespace-normal px-0 text-left pointer-coarse:min-h-11"
          onClick={() => reveal(path)}
        >
          {sentence}
        </Button>
      )}
    />
  )
}

/** Goes to a field: opens its section and what it lies in, and focuses it. What the form has no place for is in JSON. */
function useRevealField() {
  const { form, open, store, subject } = useEditor()
  return (path: string) => {
    const toPosition = findPlace(form, path)
    if (!toPosition?.field) {
      if (subject.kind) store.toJson()
      return
    }
    store.toForm()
    open.reveal(toPosition.section.label, path)
    requestAnimationFrame(() => focusNearestField(path))
  }
}

/** Returns the field itself, or the nearest thing that holds it. */
function focusNearestField(path: string) {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const element = document.getElementById(fieldId(parts.slice(0, length).join('.')))
    if (!element) continue
    element.focus()
    element.scrollIntoView({ block: 'center' })
    return
  }
}
