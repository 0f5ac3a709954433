/** The input of a fact, with a native control for each type of attribute, to keep the page small. */
import { type ReactNode, useId } from 'react'
import type { Attribute as CatalogueAttribute } from '#contracts/facts/attribute.ts'
import { type AttributeType, NO_CERTIFICATE, YES_NO_LABELS, YES_NO_VALUES } from '#contracts/facts/vocabulary.ts'
import { TEXT } from '#contracts/limits.ts'
import { parseEnteredValue } from '#contracts/rules/facts/value-text.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FieldError, FieldNotice, RequiredMark } from '../../components/form-field.tsx'

/** What a field needs to know about its attribute. */
type Attribute = Pick<CatalogueAttribute, 'label' | 'type' | 'unit' | 'choices' | 'hint'>

type FactInputProps = {
  attribute: Attribute
  /** `undefined` if unknown. */
  value: unknown
  error: string | undefined
  isRequired?: boolean
  /** The id of the control, or of the group of checkboxes, if something links to it. */
  id?: string
  /** What is asked of it in particular, shown above it. */
  notice?: string | undefined
  /** Shown below the field. */
  note?: string | undefined
  /** Shown below the note. */
  children?: ReactNode
  onChange: (value: unknown) => void
}
type LinkedControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}
type InputProps = Pick<FactInputProps, 'attribute' | 'value' | 'onChange'> & { control: LinkedControl }

/** The field of an attribute: its label, the input of its type, and what is said below. */
export function FactInput(props: FactInputProps) {
  const { attribute, value, error, isRequired = false, notice, note, children, onChange } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const Input = INPUTS[attribute.type]
  const descriptionIds = [
    notice && `${id}-notice`,
    attribute.hint && `${id}-hint`,
    note && `${id}-note`,
    error && `${id}-error`,
  ].filter(Boolean)
  const control: LinkedControl = {
    id,
    'aria-describedby': descriptionIds.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': isRequired ? true : undefined,
  }
  return (
    <FactFrame attribute={attribute} control={control}>
      <FieldNotice id={`${id}-notice`}>{notice}</FieldNotice>
      <Input attribute={attribute} value={value} control={control} onChange={onChange} />
      {attribute.hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {attribute.hint}
        </p>
      )}
      {note && (
        <p id={`${id}-note`} className="mt-1.5 text-sm wrap-anywhere">
          {note}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </FactFrame>
  )
}

const LABEL_CLASS = 'mb-1.5 block text-sm font-medium'

type FactFrameProps = { attribute: Attribute; control: LinkedControl; children: ReactNode }

/** Labels a field: as a group if it has several checkboxes. */
function FactFrame({ attribute, control, children }: FactFrameProps) {
  const { id, 'aria-describedby': descriptionIds, 'aria-required': isRequired } = control
  if (attribute.type === 'choices')
    return (
      <fieldset id={id} tabIndex={-1} className="md:col-span-2" aria-describedby={descriptionIds}>
        <legend className={LABEL_CLASS}>
          <FactLabel attribute={attribute} />
          {isRequired && <RequiredMark />}
        </legend>
        {children}
      </fieldset>
    )
  return (
    <div>
      <label htmlFor={id} className={LABEL_CLASS}>
        <FactLabel attribute={attribute} />
        {isRequired && <RequiredMark />}
      </label>
      {children}
    </div>
  )
}

const FactLabel = ({ attribute: { label, unit } }: { attribute: Attribute }) => (
  <>
    {label}
    {unit && <span className="font-normal text-muted">（{unit}）</span>}
  </>
)

const toText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const YES_NO_OPTIONS = YES_NO_VALUES.map((value) => ({ value, label: YES_NO_LABELS[value] }))

type SelectInputProps = Omit<InputProps, 'attribute'> & { options: readonly { value: string; label: string }[] }

const SelectInput = ({ control, value, options, onChange }: SelectInputProps) => (
  <select
    {...control}
    className={`${CONTROL_CLASS} pr-9`}
    value={toText(value)}
    onChange={({ target }) => onChange(target.value)}
  >
    <option value="">未填写</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)

const toOptions = ({ choices }: Attribute) => choices.map((choice) => ({ value: choice, label: choice }))

const NONE_KEY = 'none'

/** A checkbox for each choice, and one to confirm that none applies. */
function CheckboxGroup({ attribute, value, onChange }: InputProps) {
  const values = Array.isArray(value) ? value : []
  const isNone = Array.isArray(value) && values.length === 0
  const toggle = (choice: string, isChosen: boolean) => {
    const next = attribute.choices.filter((other) => (other === choice ? isChosen : values.includes(other)))
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <div className="flex flex-wrap gap-x-5">
      {attribute.choices.map((choice) => (
        <Checkbox
          key={choice}
          label={choice}
          isChecked={values.includes(choice)}
          onChange={(isChosen) => toggle(choice, isChosen)}
        />
      ))}
      <Checkbox
        key={NONE_KEY}
        label="确认没有"
        isChecked={isNone}
        onChange={(isChosen) => onChange(isChosen ? [] : undefined)}
      />
    </div>
  )
}

type CheckboxProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

const Checkbox = ({ label, isChecked, onChange }: CheckboxProps) => (
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
    <input
      type="checkbox"
      className="size-4 accent-indigo"
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
)

const TextInput = ({ attribute, value, control, onChange }: InputProps) => (
  <input
    {...control}
    className={CONTROL_CLASS}
    inputMode={attribute.type === 'number' ? 'decimal' : 'text'}
    maxLength={TEXT.paragraph}
    placeholder={attribute.type === 'date' ? '如2026-11-21或2026-11' : ''}
    value={toText(value)}
    onChange={({ target }) => onChange(target.value)}
    onBlur={({ target }) => target.value !== '' && onChange(parseEnteredValue(attribute, target.value))}
  />
)

const HAS_CERTIFICATE = 'certificate'
const CERTIFICATE_OPTIONS = [
  { value: HAS_CERTIFICATE, label: '已取得' },
  { value: NO_CERTIFICATE, label: '没有' },
]

/** A certificate: whether it exists, its level, number and last day of validity. */
function CertificateInput({ attribute, value, control, onChange }: InputProps) {
  const certificate = isObject(value) ? value : undefined
  const emptyCertificate = { name: attribute.label, level: '', number: '', issuer: '', validUntil: null }
  return (
    <div className="space-y-2">
      <SelectInput
        control={control}
        options={CERTIFICATE_OPTIONS}
        value={certificate ? HAS_CERTIFICATE : value}
        onChange={(option) => onChange(option === HAS_CERTIFICATE ? emptyCertificate : option)}
      />
      {certificate && (
        <div className="grid gap-2 sm:grid-cols-3">
          {attribute.choices.length > 0 && (
            <select
              aria-label={`${attribute.label}：级别`}
              className={`${CONTROL_CLASS} pr-9`}
              value={toText(certificate.level)}
              onChange={({ target }) => onChange({ ...certificate, level: target.value })}
            >
              <option value="">级别</option>
              {attribute.choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          )}
          <input
            aria-label={`${attribute.label}：编号`}
            placeholder="编号"
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
            value={toText(certificate.number)}
            onChange={({ target }) => onChange({ ...certificate, number: target.value })}
          />
          <input
            aria-label={`${attribute.label}：有效期至`}
            type="date"
            className={CONTROL_CLASS}
            value={toText(certificate.validUntil)}
            onChange={({ target }) =>
              onChange({ ...certificate, validUntil: target.value === '' ? null : target.value })
            }
          />
        </div>
      )}
    </div>
  )
}

const INPUTS: Record<AttributeType, (props: InputProps) => ReactNode> = {
  yesNo: (props) => <SelectInput {...props} options={YES_NO_OPTIONS} />,
  choice: (props) => <SelectInput {...props} options={toOptions(props.attribute)} />,
  choices: CheckboxGroup,
  number: TextInput,
  text: TextInput,
  date: TextInput,
  certificate: CertificateInput,
}
