import { Alert, Button, Form } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { SETTING_LABELS, type SettingsPart, type SettingsView } from '#contracts/settings.ts'
import { useMay } from '../../session/session.ts'
import type { TheirChange } from './part-changes.ts'
import { SETTING_FIELDS } from './setting-fields.ts'
import { SettingInput } from './setting-input.tsx'
import { usePartForm } from './use-part-form.ts'

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
  const { form, initialValues, isDirty, isSaving, failure, theirs, note, save, giveUp } = usePartForm(part, view)
  const labels: Readonly<Record<string, string>> = SETTING_LABELS[part]
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
          <SettingInput key={field.key} field={field} label={labels[field.key] ?? ''} isReadOnly={!canEdit} />
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

/** What somebody else saved meanwhile; what was edited here still stands in the form. */
const Overtaken = ({ changes }: { changes: readonly TheirChange[] }) => (
  <Alert
    className="mb-4"
    type="warning"
    showIcon
    role="alert"
    title="设置已被其他管理员更新，请核对后再保存"
    description={
      <ul className="list-disc pl-5">
        {changes.map(({ label, value, isMineToo }) => (
          <li key={label}>
            {label}：对方改为“{value}”{isMineToo ? '，下面仍是您的修改，保存后以您的为准。' : '，下面已是新值。'}
          </li>
        ))}
      </ul>
    }
  />
)
