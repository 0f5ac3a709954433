import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTING_LABELS, type SettingsPart, type SettingsView } from '#contracts/settings/settings.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { SITE_KEY } from '../../calls/site-name.ts'
import { useMay } from '../../session/session.ts'
import { RevisedForm } from './revised-form.tsx'
import { SETTING_FIELDS } from './setting-fields.ts'
import { SettingInput } from './setting-input.tsx'
import { readSettings, SETTINGS_KEY, savePart } from './settings-calls.ts'
import { type Revised, type RevisedSource, useRevisedForm } from './use-revised-form.ts'

type PartFormProps = {
  part: SettingsPart
  view: SettingsView
  title: string
  /** Stands above the fields. */
  children?: ReactNode
  onDirty: (form: string, isDirty: boolean) => void
}

/** One part of the settings: edited and saved by itself. */
export function PartForm({ part, view, title, children, onDirty }: PartFormProps) {
  const canEdit = useMay('settings:write')
  const source = usePartSource(part, view)
  const state = useRevisedForm(source)
  const { isDirty } = state
  useEffect(() => onDirty(part, isDirty), [part, isDirty, onDirty])

  return (
    <section className="panel px-5 py-5">
      <h2 className="pb-4 text-lg">{title}</h2>
      {children}
      <RevisedForm name={part} state={state} canEdit={canEdit} save={{ text: '保存设置', isDisabled: !isDirty }}>
        {SETTING_FIELDS[part].map((field) => (
          <SettingInput key={field.key} field={field} label={source.labels[field.key] ?? ''} isReadOnly={!canEdit} />
        ))}
      </RevisedForm>
    </section>
  )
}

/** Where a part is read and saved. Only what was edited is sent: the other fields are nobody's business here. */
function usePartSource(part: SettingsPart, view: SettingsView): RevisedSource {
  const client = useQueryClient()
  const revised = (of: SettingsView): Revised => ({ values: of[part], revision: of.revisions[part] })
  return {
    labels: SETTING_LABELS[part],
    first: revised(view),
    readNewest: async () => revised(await readSettings()),
    async save(edited, { revision }) {
      const saved = await savePart(part, edited, revision)
      void client.invalidateQueries({ queryKey: SETTINGS_KEY })
      void client.invalidateQueries({ queryKey: SITE_KEY })
      return saved
    },
    failed: (error) => `${ADMIN_MESSAGES.saveFailedBecause}${failureMessage(error, ADMIN_MESSAGES.saveFailed)}`,
  }
}
