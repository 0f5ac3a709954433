import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { SETTING_LABELS, type SettingsPart, type SettingsView } from '#contracts/settings.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { useMay } from '../../session/session.ts'
import { SITE_KEY } from '../../site-name.ts'
import { Overtaken } from './overtaken.tsx'
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
  const { form, initialValues, isDirty, isSaving, failure, theirs, note, save, giveUp } = useRevisedForm(source)
  useEffect(() => onDirty(part, isDirty), [part, isDirty, onDirty])

  return (
    <section className="panel px-5 py-5">
      <h2 className="pb-4 text-lg">{title}</h2>
      {children}
      <Form
        form={form}
        name={part}
        layout="vertical"
        requiredMark={false}
        className="max-w-160"
        initialValues={initialValues}
        onValuesChange={note}
        onFinish={save}
        scrollToFirstError={{ focus: true }}
      >
        {failure && <Alert className="mb-4" type="error" showIcon role="alert" title={failure} />}
        {theirs.length > 0 && <Overtaken changes={theirs} />}
        {SETTING_FIELDS[part].map((field) => (
          <SettingInput key={field.key} field={field} label={source.labels[field.key] ?? ''} isReadOnly={!canEdit} />
        ))}
        {canEdit && (
          <div className="flex flex-wrap items-center gap-3 pt-1">
            <Button type="primary" htmlType="submit" disabled={!isDirty || isSaving}>
              {isSaving ? '保存中...' : '保存设置'}
            </Button>
            {isDirty && (
              <>
                <Button disabled={isSaving} onClick={giveUp}>
                  放弃修改
                </Button>
                <span className="text-sm text-muted">有未保存的修改</span>
              </>
            )}
          </div>
        )}
      </Form>
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
