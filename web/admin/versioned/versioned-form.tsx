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
  /** Whether Ctrl or ⌘ with S saves. */
  savesByKey?: boolean
  /** The query parameters that open the form: an address without them leaves it. */
  openedByQuery?: Readonly<Record<string, string>>
  /** Of a form beside others on a screen, which asks before leaving for all of them. */
  onDirtyChange?: (isDirty: boolean) => void
  /** Stands above drafts and failures. */
  head?: ReactNode
  /** The fields and the button that saves. */
  children: ReactNode
}

/** A versioned form: its fields, and above them its drafts and what a save came to. Leaving it unsaved asks first. */
export function VersionedForm<Value extends Values>({
  form,
  label,
  requiredMark = false,
  savesByKey = false,
  openedByQuery,
  onDirtyChange,
  head,
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
      onKeyDown={({ nativeEvent }) => handleUndoKey(nativeEvent, (act) => void form.edits[act]())}
      onFinish={() => void form.save()}
    >
      {onDirtyChange ? (
        <DirtyReport isDirty={form.isDirty} onDirtyChange={onDirtyChange} />
      ) : (
        <LeaveGuard form={form} openedByQuery={openedByQuery} />
      )}
      {head}
      <SavingOutcome form={form} />
      {children}
    </Form>
  )
}

type DirtyReportProps = { isDirty: boolean; onDirtyChange: (isDirty: boolean) => void }

function DirtyReport({ isDirty, onDirtyChange }: DirtyReportProps) {
  const report = useEffectEvent(onDirtyChange)
  useEffect(() => report(isDirty), [isDirty])
  return null
}
