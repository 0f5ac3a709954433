import { Form } from 'antd'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { LeaveGuard } from './leave-guard.tsx'
import { SavingOutcome } from './saving-outcome.tsx'
import { handleUndoKey } from './undo/undo-keys.ts'
import { useSaveKey } from './use-save-key.ts'
import type { FieldsFormView, Values } from './use-versioned-form.ts'

type VersionedFormProps<Value extends Values> = {
  form: FieldsFormView<Value>
  /** The prefix of field ids, so that a screen may have two forms. */
  name: string
  label?: string
  className?: string
  disabled?: boolean
  /** Whether required fields are marked. */
  requiredMark?: boolean
  /** Saves on Ctrl or ⌘ with S. */
  savesByKey?: boolean
  /** The query parameters that open the form: navigating to a URL without them leaves it. */
  urlParameters?: Readonly<Record<string, string>>
  /** For screens with several forms: the screen then asks before leaving on behalf of all of them. */
  onDirtyChange?: (isDirty: boolean) => void
  /** Rendered above drafts and errors. */
  header?: ReactNode
  /** The fields and the save button. */
  children: ReactNode
}

/** A versioned form: its fields below drafts and the result of the last save. Asks before unsaved edits are left. */
export function VersionedForm<Value extends Values>({
  form,
  label,
  requiredMark = false,
  savesByKey = false,
  urlParameters,
  onDirtyChange,
  header,
  children,
  ...props
}: VersionedFormProps<Value>) {
  useSaveKey(savesByKey ? form.save : undefined)
  return (
    <Form
      {...props}
      {...(label ? { 'aria-label': label } : {})}
      form={form.fields}
      layout="vertical"
      requiredMark={requiredMark}
      scrollToFirstError={{ focus: true }}
      initialValues={form.initial.value}
      onValuesChange={form.markEdited}
      onKeyDown={({ nativeEvent }) => handleUndoKey(nativeEvent, (action) => void form.edits[action]())}
      onFinish={() => void form.save()}
    >
      {onDirtyChange ? (
        <DirtyReporter isDirty={form.isDirty} onDirtyChange={onDirtyChange} />
      ) : (
        <LeaveGuard form={form} urlParameters={urlParameters} />
      )}
      {header}
      <SavingOutcome form={form} />
      {children}
    </Form>
  )
}

type DirtyReporterProps = { isDirty: boolean; onDirtyChange: (isDirty: boolean) => void }

function DirtyReporter({ isDirty, onDirtyChange }: DirtyReporterProps) {
  const report = useEffectEvent(onDirtyChange)
  useEffect(() => report(isDirty), [isDirty])
  return null
}
