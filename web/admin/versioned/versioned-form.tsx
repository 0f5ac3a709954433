import { Form } from 'antd'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { FormStatus } from './form-status.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { handleUndoShortcut } from './undo/undo-shortcuts.ts'
import { isSaveShortcut, useSaveShortcut } from './use-save-shortcut.ts'
import type { Values, VersionedFormInstance } from './use-versioned-form.ts'

type VersionedFormProps<Value extends Values> = {
  form: VersionedFormInstance<Value>
  /** The prefix of the field ids, which distinguishes the forms of a screen. */
  name: string
  label?: string
  className?: string
  disabled?: boolean
  /** Whether required fields are marked. */
  requiredMark?: boolean
  /** The query parameters that open the form: navigating to a URL without them leaves it. */
  urlParameters?: Readonly<Record<string, string>>
  /** Set on screens with several forms: the screen then asks before it is left, instead of each form. */
  onDirtyChange?: (isDirty: boolean) => void
  /** Shown above drafts and errors. */
  header?: ReactNode
  /** The fields and the save button. */
  children: ReactNode
}

/**
 * An Ant Design form with drafts, conflict resolution, undo, saving on Ctrl or ⌘ with S, and a confirmation before
 * unsaved edits are left.
 */
export function VersionedForm<Value extends Values>({
  form,
  label,
  requiredMark = false,
  urlParameters,
  onDirtyChange,
  header,
  children,
  ...props
}: VersionedFormProps<Value>) {
  const isOneOfSeveral = onDirtyChange !== undefined
  const saveEdits = form.isDirty ? form.save : undefined
  // Among several forms, the one with the focus is saved.
  useSaveShortcut(isOneOfSeveral ? undefined : saveEdits)

  function handleShortcut(event: KeyboardEvent) {
    if (isOneOfSeveral && isSaveShortcut(event)) void saveEdits?.()
    else handleUndoShortcut(event, (action) => void form.edits[action]())
  }

  return (
    <Form
      {...props}
      aria-label={label}
      form={form.antForm}
      layout="vertical"
      requiredMark={requiredMark}
      initialValues={form.initial.value}
      onValuesChange={form.markEdited}
      onKeyDown={({ nativeEvent }) => handleShortcut(nativeEvent)}
      onFinish={() => void form.save()}
    >
      {onDirtyChange ? (
        <DirtyReporter isDirty={form.isDirty} onDirtyChange={onDirtyChange} />
      ) : (
        <LeaveGuard form={form} urlParameters={urlParameters} />
      )}
      {header}
      <FormStatus form={form} />
      {children}
    </Form>
  )
}

type DirtyReporterProps = { isDirty: boolean; onDirtyChange: (isDirty: boolean) => void }

/** Reports each change of `isDirty` to the screen. */
function DirtyReporter({ isDirty, onDirtyChange }: DirtyReporterProps) {
  const report = useEffectEvent(onDirtyChange)
  useEffect(() => report(isDirty), [isDirty])
  return null
}
