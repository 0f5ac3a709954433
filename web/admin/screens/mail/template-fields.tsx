import { Alert, Button, Form, type GetRef, Input } from 'antd'
import { useId, useRef } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { TEMPLATES, type TemplateName, type TemplateVariable, VARIABLE_LABELS } from '#contracts/mail/template-table.ts'
import { DEFAULT_TEMPLATES, TEMPLATE_LABELS } from '#contracts/mail/templates.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { TEMPLATE_FIELDS } from './mail-form-fields.ts'

type TemplateField = keyof typeof TEMPLATE_FIELDS
type TemplateFieldsProps = { name: TemplateName; canEdit: boolean; isEmpty: boolean; onChange: () => void }

/** Edits the subject and the HTML of a template. Buttons insert variables at the last cursor position. */
export function TemplateFields({ name, canEdit, isEmpty, onChange }: TemplateFieldsProps) {
  const path = ['templates', name]
  const { subjectInput, htmlInput, setLastFocused, insertAtCursor } = useInsertion(path)

  function insertVariable(variable: TemplateVariable) {
    insertAtCursor(`{{${variable}}}`)
    onChange()
  }

  return (
    <section className="panel mb-5 min-w-0 px-5 py-5" aria-label={`编辑${TEMPLATE_LABELS[name]}`}>
      {isEmpty && <Alert className="mb-4" type="warning" showIcon title="主题或正文为空，这种邮件不会发出。" />}
      <FormField field={TEMPLATE_FIELDS.subject} path={path}>
        <Input
          ref={subjectInput}
          maxLength={TEMPLATE_FIELDS.subject.maxLength}
          onFocus={() => setLastFocused('subject')}
        />
      </FormField>
      <FormField field={TEMPLATE_FIELDS.htmlTemplate} path={path}>
        <Input.TextArea
          ref={htmlInput}
          rows={14}
          maxLength={TEXT.long}
          spellCheck={false}
          className="font-mono text-sm"
          onFocus={() => setLastFocused('htmlTemplate')}
        />
      </FormField>
      {canEdit && (
        <>
          <VariableButtons variables={TEMPLATES[name].variables} onInsert={insertVariable} />
          <ResetButton name={name} path={path} needsConfirmation={!isEmpty} onReset={onChange} />
        </>
      )}
    </section>
  )
}

/** Inserts texts at the cursor of the field that was last focused, in place of its selection. */
function useInsertion(path: readonly string[]) {
  const form = Form.useFormInstance()
  const subjectInput = useRef<GetRef<typeof Input>>(null)
  const htmlInput = useRef<GetRef<typeof Input.TextArea>>(null)
  const lastFocused = useRef<TemplateField>('htmlTemplate')

  function insertAtCursor(insertion: string) {
    const input =
      lastFocused.current === 'subject' ? subjectInput.current?.input : htmlInput.current?.resizableTextArea?.textArea
    const fieldName = [...path, lastFocused.current]
    const text = String(form.getFieldValue(fieldName) ?? '')
    const start = input?.selectionStart ?? text.length
    const end = input?.selectionEnd ?? text.length
    form.setFieldValue(fieldName, text.slice(0, start) + insertion + text.slice(end))
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(start + insertion.length, start + insertion.length)
    })
  }

  return {
    subjectInput,
    htmlInput,
    setLastFocused(field: TemplateField) {
      lastFocused.current = field
    },
    insertAtCursor,
  }
}

type VariableButtonsProps = {
  variables: readonly TemplateVariable[]
  onInsert: (variable: TemplateVariable) => void
}

function VariableButtons({ variables, onInsert }: VariableButtonsProps) {
  const labelId = useId()
  return (
    // Not with a legend, since Ant Design draws a line below legends.
    <fieldset className="m-0 border-0 p-0 pb-4" aria-labelledby={labelId}>
      <p id={labelId} className="pb-2 text-sm text-muted">
        插入变量
      </p>
      <div className="flex flex-wrap gap-2">
        {variables.map((variable) => (
          // Keeps the cursor in the field.
          <Button key={variable} onMouseDown={(event) => event.preventDefault()} onClick={() => onInsert(variable)}>
            {VARIABLE_LABELS[variable]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

type ResetButtonProps = {
  name: TemplateName
  path: readonly string[]
  needsConfirmation: boolean
  onReset: () => void
}

/** Replaces the template with the default one. */
function ResetButton({ name, path, needsConfirmation, onReset }: ResetButtonProps) {
  const form = Form.useFormInstance()
  const confirm = useConfirm()

  function reset() {
    form.setFieldValue(path, DEFAULT_TEMPLATES[name])
    onReset()
  }
  const confirmReset = () =>
    confirm({
      title: `使用默认的“${TEMPLATE_LABELS[name]}”模板`,
      content: '当前的主题和正文将被默认模板替换，保存后生效。',
      okText: '替换',
      onOk: reset,
    })

  return <Button onClick={needsConfirmation ? confirmReset : reset}>使用默认模板</Button>
}
