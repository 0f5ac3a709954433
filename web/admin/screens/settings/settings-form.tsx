import { Button } from 'antd'
import type { ReactNode } from 'react'
import { createFieldDescriber } from '../../editors/form/describe-difference.ts'
import { SavingOutcome } from '../../versioned/saving-outcome.tsx'
import type { AntFormBinding, Values } from '../../versioned/use-form-binding.ts'
import type { VersionedFormView } from '../../versioned/use-versioned-form.ts'
import { VersionedFields } from '../../versioned/versioned-fields.tsx'

type SettingsFormProps = {
  name: string
  binding: AntFormBinding<Values>
  saving: VersionedFormView<Values>
  /** The field labels. */
  labels: Readonly<Record<string, string>>
  canEdit: boolean
  /** The fields. */
  children: ReactNode
  /** The text of the save button, and whether it is disabled. */
  save: { text: string; isDisabled: boolean }
  /** Further acts beside it. */
  acts?: ReactNode
}

/** A settings form: its fields, the outcome of saving, and its actions. */
export function SettingsForm({ name, binding, saving, labels, canEdit, children, save, acts }: SettingsFormProps) {
  const { isDirty, isSaving, discard } = saving
  const fields = Object.entries(labels).map(([key, label]) => ({ key, label, kind: 'text' as const }))
  return (
    <VersionedFields binding={binding} saving={saving} name={name} className="max-w-160">
      <SavingOutcome saving={saving} describe={createFieldDescriber(fields)} />
      {children}
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3 pt-1">
          <Button type="primary" htmlType="submit" disabled={isSaving || save.isDisabled}>
            {isSaving ? '保存中...' : save.text}
          </Button>
          {acts}
          {isDirty && (
            <>
              <Button disabled={isSaving} onClick={discard}>
                放弃修改
              </Button>
              <span className="text-sm text-muted">有未保存的修改</span>
            </>
          )}
        </div>
      )}
    </VersionedFields>
  )
}
