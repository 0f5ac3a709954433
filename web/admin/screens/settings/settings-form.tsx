import { Button } from 'antd'
import type { ReactNode } from 'react'
import { SaveButton } from '../../versioned/save-button.tsx'
import type { FieldsFormView, Values } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'

type SettingsFormProps = {
  name: string
  form: FieldsFormView<Values>
  canEdit: boolean
  /** The text of the save button, and whether it is disabled. */
  save: { text: string; isDisabled: boolean }
  /** Further actions next to the save button. */
  acts?: ReactNode
  onDirtyChange: (isDirty: boolean) => void
  /** The fields. */
  children: ReactNode
}

/** A settings form: its fields, the outcome of saving, and its actions. */
export function SettingsForm({ name, form, canEdit, save, acts, onDirtyChange, children }: SettingsFormProps) {
  return (
    <VersionedForm form={form} name={name} className="max-w-160" onDirtyChange={onDirtyChange}>
      {children}
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3 pt-1">
          <SaveButton form={form} text={save.text} isDisabled={save.isDisabled} />
          {acts}
          {form.isDirty && (
            <>
              <Button disabled={form.isSaving} onClick={form.discard}>
                放弃修改
              </Button>
              <span className="text-sm text-muted">有未保存的修改</span>
            </>
          )}
        </div>
      )}
    </VersionedForm>
  )
}
