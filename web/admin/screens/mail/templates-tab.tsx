import { Form, Select } from 'antd'
import { useId } from 'react'
import { TEMPLATE_LABELS, TEMPLATE_NAMES, type Template, type TemplateName } from '#contracts/mail/mail.ts'
import { TemplateFields } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

const isEmpty = (template: Template | undefined) => !template?.subject.trim() || !template.htmlTemplate.trim()

type TemplatesTabProps = {
  shown: TemplateName
  /** Whether the tab itself is shown. */
  isOpen: boolean
  canEdit: boolean
  onShow: (name: TemplateName) => void
  /** Something was put in other than by typing. */
  onChange: () => void
}

/** One mail at a time, beside what it will look like. All five stay in the form, so that a fault in any is shown. */
export function TemplatesTab({ shown, isOpen, canEdit, onShow, onChange }: TemplatesTabProps) {
  const id = useId()
  const templates = Form.useWatch<Record<TemplateName, Template> | undefined>('templates')
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pb-4">
        <label htmlFor={id}>邮件模板</label>
        <Select
          id={id}
          disabled={false}
          className="w-full sm:w-80"
          value={shown}
          onChange={onShow}
          options={TEMPLATE_NAMES.map((name) => ({
            value: name,
            label: `${TEMPLATE_LABELS[name]}${isEmpty(templates?.[name]) ? '（不发送）' : ''}`,
          }))}
        />
      </div>
      {TEMPLATE_NAMES.map((name) => (
        <div key={name} hidden={name !== shown}>
          <div className="grid items-start gap-x-8 lg:grid-cols-2">
            <TemplateFields name={name} canEdit={canEdit} isEmpty={isEmpty(templates?.[name])} onChange={onChange} />
            {isOpen && name === shown && templates && <TemplatePreview name={name} template={templates[name]} />}
          </div>
        </div>
      ))}
    </>
  )
}
