/** The fields for values, one per attribute type. An empty field means unknown, which differs from "no". */
import { Checkbox, Input, Radio, Select } from 'antd'
import { type AttributeType, YES_NO_LABELS, YES_NO_VALUES } from '#contracts/facts/vocabulary.ts'
import { TEXT } from '#contracts/limits.ts'
import { parseEnteredValue } from '#contracts/rules/facts/value-text.ts'
import { CLEAR_BUTTON } from '../../components/clear-button.tsx'
import { CertificateField } from './certificate-field.tsx'
import { useControlProps, type ValueFieldProps } from './fact-control.tsx'
import { useFactForm } from './fact-form-context.ts'

/** The field for a value of any attribute type. */
export function ValueField(props: ValueFieldProps) {
  const Field = FIELDS[props.attribute.type]
  return <Field {...props} />
}

/** Returns the props of a value's control, which is labelled by the name of its attribute. */
function useValueControl({ attribute, path }: Pick<ValueFieldProps, 'attribute' | 'path'>) {
  const control = useControlProps(`${path}.value`)
  return { ...control, 'aria-label': attribute.label }
}

const UNKNOWN = { value: '', label: '未知' }
const YES_NO_OPTIONS = [
  UNKNOWN,
  ...YES_NO_VALUES.map((value) => ({ value: String(value), label: YES_NO_LABELS[value] })),
]

function YesNoField(props: ValueFieldProps) {
  const { canEdit } = useFactForm()
  const { status: _, ...control } = useValueControl(props)
  return (
    <Radio.Group
      {...control}
      name={control.id}
      disabled={!canEdit}
      options={YES_NO_OPTIONS}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={({ target }) => props.onChange(target.value === '' ? null : target.value)}
    />
  )
}

function ChoiceField(props: ValueFieldProps) {
  const { canEdit } = useFactForm()
  const control = useValueControl(props)
  const { attribute, value, onChange } = props
  return (
    <Select
      {...control}
      className="w-full max-w-md"
      allowClear={CLEAR_BUTTON}
      disabled={!canEdit}
      placeholder="未知"
      showSearch={{ optionFilterProp: 'label' }}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      options={attribute.choices.map((choice) => ({ value: choice, label: choice }))}
      onChange={(choice: string | undefined) => onChange(choice ?? null)}
    />
  )
}

/** An empty selection means unknown; a ticked checkbox means that there are none. */
function ChoicesField(props: ValueFieldProps) {
  const { canEdit } = useFactForm()
  const control = useValueControl(props)
  const { attribute, value, onChange } = props
  const values = Array.isArray(value) ? value.filter((choice) => typeof choice === 'string') : []
  const isNone = Array.isArray(value) && values.length === 0
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Select
        {...control}
        className="min-w-0 max-w-2xl flex-1 basis-64"
        mode="multiple"
        disabled={!canEdit || isNone}
        placeholder={isNone ? '无' : '未知'}
        showSearch={{ optionFilterProp: 'label' }}
        value={values}
        options={attribute.choices.map((choice) => ({ value: choice, label: choice }))}
        onChange={(choices: string[]) => onChange(choices.length === 0 ? null : choices)}
      />
      <Checkbox
        aria-label={`${attribute.label}：确认没有`}
        disabled={!canEdit}
        checked={isNone}
        onChange={({ target }) => onChange(target.checked ? [] : null)}
      >
        确认没有
      </Checkbox>
    </div>
  )
}

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function NumberField(props: ValueFieldProps) {
  const { canEdit } = useFactForm()
  const control = useValueControl(props)
  const { attribute, value, onChange } = props
  return (
    <Input
      {...control}
      className="w-48 max-w-full"
      inputMode="decimal"
      readOnly={!canEdit}
      placeholder="未知"
      suffix={attribute.unit || <span />}
      value={toText(value)}
      onChange={({ target }) => {
        const parsed = parseEnteredValue(attribute, target.value)
        // Keeps input such as `1.` and `1,000` as typed until it is saved.
        onChange(typeof parsed === 'number' && String(parsed) === target.value ? parsed : target.value)
      }}
    />
  )
}

function TextField(props: ValueFieldProps) {
  const { canEdit } = useFactForm()
  const control = useValueControl(props)
  return (
    <Input
      {...control}
      readOnly={!canEdit}
      placeholder="未知"
      maxLength={TEXT.paragraph}
      value={toText(props.value)}
      onChange={({ target }) => props.onChange(target.value)}
    />
  )
}

function DateField(props: ValueFieldProps) {
  const { canEdit } = useFactForm()
  const control = useValueControl(props)
  return (
    <Input
      {...control}
      className="w-48 max-w-full"
      readOnly={!canEdit}
      placeholder="未知，如2026-11-21"
      value={toText(props.value)}
      onChange={({ target }) => props.onChange(target.value)}
      onBlur={({ target }) => {
        const parsed = parseEnteredValue(props.attribute, target.value)
        if (canEdit && parsed !== target.value) props.onChange(parsed)
      }}
    />
  )
}

const FIELDS: Record<AttributeType, (props: ValueFieldProps) => React.ReactNode> = {
  yesNo: YesNoField,
  choice: ChoiceField,
  choices: ChoicesField,
  number: NumberField,
  text: TextField,
  date: DateField,
  certificate: CertificateField,
}
