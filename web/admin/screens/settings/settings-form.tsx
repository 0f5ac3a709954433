import { Button } from 'antd'
import type { ReactNode } from 'react'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { SaveButton } from '../../versioned/save-button.tsx'
import type { Values, VersionedFormInstance } from '../../versioned/use-versioned-form.ts'
import { VersionedForm } from '../../versioned/versioned-form.tsx'

/** Reports to the screen whether one of its forms has unsaved edits. */
export type OnDirtyChange = (form: string, isDirty: boolean) => void

type SettingsFormProps = {
  name: string
  form: VersionedFormInstance<Values>
  canEdit: boolean
  saveButton: { text: string; isDisabled: boolean }
  /** Further actions next to the save button. */
  actions?: ReactNode
  onDirtyChange: (isDirty: boolean) => void
  /** The fields. */
  children: ReactNode
}

/** A form of the settings screen: fields, save button, further actions, and a button to discard edits. */
export function SettingsForm({ name, form, canEdit, saveButton, actions, onDirtyChange, children }: SettingsFormProps) {
  return (
    <VersionedForm form={form} name={name} className="max-w-160" onDirtyChange={onDirtyChange}>
      {children}
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3 pt-1">
          <SaveButton form={form} text={saveButton.text} isDisabled={saveButton.isDisabled} />
          {actions}
          {form.isDirty && (
            <>
              <Button onClick={form.discard} {...getUnavailableProps(form.isSaving)}>
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
