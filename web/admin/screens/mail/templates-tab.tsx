import { Form, Select } from 'antd'
import { useId } from 'react'
import type { TemplateName } from '#contracts/mail/template-table.ts'
import { isTemplateEmpty, TEMPLATE_LABELS, TEMPLATE_NAMES, type Template } from '#contracts/mail/templates.ts'
import { TemplateFields } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

type TemplatesTabProps = {
  selected: TemplateName
  /** Whether the tab is visible. */
  isOpen: boolean
  canEdit: boolean
  onSelect: (name: TemplateName) => void
  /** Called after changes other than typing. */
  onChange: () => void
}

/** Edits the selected template next to its preview. All templates stay mounted, so that their errors can be shown. */
export function TemplatesTab({ selected, isOpen, canEdit, onSelect, onChange }: TemplatesTabProps) {
  const id = useId()
  const templates = Form.useWatch<Record<TemplateName, Template> | undefined>('templates')
  const isEmpty = (name: TemplateName) => !templates || isTemplateEmpty(templates[name])
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pb-4">
        <label htmlFor={id}>邮件模板</label>
        <Select
          id={id}
          disabled={false}
          className="w-full sm:w-80"
          value={selected}
          onChange={onSelect}
          options={TEMPLATE_NAMES.map((name) => ({
            value: name,
            label: `${TEMPLATE_LABELS[name]}${isEmpty(name) ? '（不发送）' : ''}`,
          }))}
        />
      </div>
      {TEMPLATE_NAMES.map((name) => (
        <div key={name} hidden={name !== selected}>
          <div className="grid items-start gap-x-8 lg:grid-cols-2">
            <TemplateFields name={name} canEdit={canEdit} isEmpty={isEmpty(name)} onChange={onChange} />
            {isOpen && name === selected && templates && <TemplatePreview name={name} template={templates[name]} />}
          </div>
        </div>
      ))}
    </>
  )
}
