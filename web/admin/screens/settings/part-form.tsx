import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { SETTINGS_MESSAGES } from '#contracts/settings/messages.ts'
import type { SettingsPart, SettingsView } from '#contracts/settings/settings.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-resource.ts'
import { useCan } from '../../session/session.ts'
import { pickChangedFields } from '../../versioned/pick-changed-fields.ts'
import { useVersionedForm, type Values } from '../../versioned/use-versioned-form.ts'
import { listSettingFields, toFormField } from './setting-fields.ts'
import { SettingInput } from './setting-input.tsx'
import { loadPartAuthorship, readSettings, savePart } from './settings-calls.ts'
import { type OnDirtyChange, SettingsForm } from './settings-form.tsx'

type PartFormProps = {
  part: SettingsPart
  view: SettingsView
  title: string
  /** Rendered above the fields. */
  children?: ReactNode
  onDirtyChange: OnDirtyChange
}

/** Edits and saves one part of the settings. */
export function PartForm({ part, view, title, children, onDirtyChange }: PartFormProps) {
  const canEdit = useCan('settings:write')
  const settingFields = listSettingFields(part)
  const resource = usePartResource(part)
  const form = useVersionedForm<Values>(resource, {
    resourceKey: `settings:${part}`,
    initial: { value: view[part], version: view.revisions[part] },
    fields: settingFields.map(toFormField),
  })

  return (
    <section className="panel px-5 py-5">
      <h2 className="pb-4 text-lg">{title}</h2>
      {children}
      <SettingsForm
        name={part}
        form={form}
        canEdit={canEdit}
        saveButton={{ text: '保存设置', isDisabled: !form.isDirty }}
        onDirtyChange={(isDirty) => onDirtyChange(part, isDirty)}
      >
        {settingFields.map((field) => (
          <SettingInput key={field.key} field={field} isReadOnly={!canEdit} version={form.loaded.version} />
        ))}
      </SettingsForm>
    </section>
  )
}

/** Loads and saves a part of the settings. Sends only changed fields, so that concurrent changes of others are kept. */
function usePartResource(part: SettingsPart): VersionedResource<Values> {
  const client = useQueryClient()
  return {
    async read() {
      const settings = await readSettings()
      return { value: settings[part], version: settings.revisions[part] }
    },
    readAuthorship: () => loadPartAuthorship(part),
    async save(values, base) {
      const saved = await savePart(part, pickChangedFields(base.value, values), base.version)
      void invalidate(client, settingsCalls.get, brandingCalls.getSite)
      return saved
    },
    savedMessage: SETTINGS_MESSAGES.saved,
    getErrorMessage: (error) => `${ADMIN_MESSAGES.saveFailedPrefix}${toErrorMessage(error, ADMIN_MESSAGES.saveFailed)}`,
  }
}
