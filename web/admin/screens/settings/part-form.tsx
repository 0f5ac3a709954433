import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import { SECRET_SETTINGS, type SettingsPart, type SettingsView } from '#contracts/settings/settings.ts'
import { getFailureMessage } from '../../../shared/call-failure.ts'
import { pickChangedFields } from '../../../shared/versioned/pick-changed-fields.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-form.ts'
import { SITE_KEY } from '../../calls/site-name.ts'
import { createFieldDescriber } from '../../editors/form/describe-difference.ts'
import { useCan } from '../../session/session.ts'
import { useVersionedForm, type Values } from '../../versioned/use-versioned-form.ts'
import { listSettingFields, toComparedField } from './setting-fields.ts'
import { SettingInput } from './setting-input.tsx'
import { readSettings, SETTINGS_KEY, savePart } from './settings-calls.ts'
import { SettingsForm } from './settings-form.tsx'

const SECRETS: { readonly [Part in SettingsPart]?: readonly string[] } = SECRET_SETTINGS

type PartFormProps = {
  part: SettingsPart
  view: SettingsView
  title: string
  /** Rendered above the fields. */
  children?: ReactNode
  onDirty: (form: string, isDirty: boolean) => void
}

/** Edits and saves one part of the settings. */
export function PartForm({ part, view, title, children, onDirty }: PartFormProps) {
  const canEdit = useCan('settings:write')
  const fields = listSettingFields(part)
  const form = useVersionedForm<Values>(usePartSource(part), {
    resourceKey: `settings:${part}`,
    initial: { value: view[part], version: view.revisions[part] },
    secrets: SECRETS[part] ?? [],
    describeDifference: createFieldDescriber(fields.map(toComparedField)),
  })

  return (
    <section className="panel px-5 py-5">
      <h2 className="pb-4 text-lg">{title}</h2>
      {children}
      <SettingsForm
        name={part}
        form={form}
        canEdit={canEdit}
        save={{ text: '保存设置', isDisabled: !form.isDirty }}
        onDirtyChange={(isDirty) => onDirty(part, isDirty)}
      >
        {fields.map((field) => (
          <SettingInput
            key={field.key}
            field={field}
            isReadOnly={!canEdit}
            isSet={form.loaded.value[`${field.key}Set`] === true}
          />
        ))}
      </SettingsForm>
    </section>
  )
}

/** Loads and saves a part of the settings. Sends only changed fields, so that concurrent changes of others are kept. */
function usePartSource(part: SettingsPart): VersionedResource<Values> {
  const client = useQueryClient()
  return {
    async read() {
      const settings = await readSettings()
      return { value: settings[part], version: settings.revisions[part] }
    },
    async save(values, { value, version }) {
      const saved = await savePart(part, pickChangedFields(value, values), version)
      void client.invalidateQueries({ queryKey: SETTINGS_KEY })
      void client.invalidateQueries({ queryKey: SITE_KEY })
      return saved
    },
    savedMessage: SETTINGS_MESSAGES.saved,
    getErrorMessage: (error) =>
      `${ADMIN_MESSAGES.saveFailedBecause}${getFailureMessage(error, ADMIN_MESSAGES.saveFailed)}`,
  }
}
