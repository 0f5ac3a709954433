import { TEXT } from '#contracts/limits.ts'
import type { BankDetails, QuestionBank } from '#contracts/question-banks/bank.ts'
import { findFieldMessage, toErrorMessage } from '../../../shared/call-error.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { TextAreaField } from '../evaluation-projects/controlled-fields.tsx'

export const BLANK_DETAILS: BankDetails = { title: '', description: '', licence: '', source: '', tags: '' }

/** Returns the message of an error that isn't shown at one of the fields. */
export const findGeneralMessage = (error: Error | null): string | undefined =>
  error === null || FIELD_NAMES.some((name) => findFieldMessage(error, name) !== undefined)
    ? undefined
    : toErrorMessage(error)

const FIELD_NAMES = ['title', 'description', 'licence', 'source', 'tags'] as const

/** Returns the details of a bank as they are typed. */
export const toDetails = ({ title, description, licence, source, tags }: QuestionBank): BankDetails => ({
  title,
  description,
  licence,
  source,
  tags: tags.join('、'),
})

type BankFieldsProps = { details: BankDetails; error: Error | null; onChange: (details: BankDetails) => void }

/** What is said about a bank: its name, licence and source are required. */
export function BankFields({ details, error, onChange }: BankFieldsProps) {
  const renderLine = (name: keyof BankDetails, field: { label: string; hint?: string; isRequired?: boolean }) => (
    <FormField {...field} error={findFieldMessage(error, name)}>
      {(control) => (
        <input
          {...control}
          name={name}
          autoComplete="off"
          maxLength={name === 'source' ? TEXT.paragraph : TEXT.line}
          className={CONTROL_CLASS}
          value={details[name]}
          onChange={({ target }) => onChange({ ...details, [name]: target.value })}
        />
      )}
    </FormField>
  )
  return (
    <div className="space-y-5">
      {renderLine('title', { label: '题库名称', isRequired: true })}
      <div className="grid gap-5 sm:grid-cols-2">
        {renderLine('licence', { label: '许可', hint: '例如“自有，仅内部使用”或“CC BY 4.0”。', isRequired: true })}
        {renderLine('source', { label: '来源', hint: '谁编写，或取自哪里。', isRequired: true })}
      </div>
      <TextAreaField
        label="说明"
        rows={2}
        error={findFieldMessage(error, 'description')}
        value={details.description}
        onChange={(description) => onChange({ ...details, description })}
      />
      {renderLine('tags', { label: '标签', hint: '用顿号或逗号分开。' })}
    </div>
  )
}
