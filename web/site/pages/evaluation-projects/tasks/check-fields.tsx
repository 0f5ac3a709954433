import { useState } from 'react'
import type { Check, CheckOf, TextComparison } from '#contracts/evaluation-checks/check.ts'
import { CHECKS, TEXT, TRIAL_MEASURE_MAX } from '#contracts/limits.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { SelectField, TextAreaField } from '../controlled-fields.tsx'
import { NumberInput } from '../number-input.tsx'

type CheckFieldsProps = {
  check: Check
  /** Returns the error of a field of the check. */
  getError: (field: string) => string | undefined
  onChange: (check: Check) => void
}

/** The fields of a check, by its kind. */
export function CheckFields({ check, getError, onChange }: CheckFieldsProps) {
  switch (check.kind) {
    case 'equals':
    case 'contains':
    case 'startsWith':
      return (
        <>
          <TextAreaField
            label="文字"
            isRequired
            rows={2}
            maxLength={TEXT.long}
            error={getError('value')}
            value={check.value}
            onChange={(value) => onChange({ ...check, value })}
          />
          <ComparisonFields check={check} onChange={(options) => onChange({ ...check, ...options })} />
        </>
      )
    case 'containsAny':
    case 'containsAll':
    case 'noneOf':
      return (
        <>
          <LinesField
            label="文字"
            hint="每行一个。"
            error={getError('values')}
            values={check.values}
            onChange={(values) => onChange({ ...check, values })}
          />
          <ComparisonFields check={check} onChange={(options) => onChange({ ...check, ...options })} />
        </>
      )
    case 'regex':
      return (
        <LineField
          label="正则表达式"
          hint="RE2语法，不支持前后查找与反向引用。"
          maxLength={CHECKS.pattern}
          error={getError('pattern')}
          value={check.pattern}
          onChange={(pattern) => onChange({ ...check, pattern })}
        />
      )
    case 'number':
      return <NumberFields check={check} onChange={onChange} />
    case 'jsonSchema':
      return (
        <SchemaField
          label="JSON Schema"
          schema={check.schema}
          error={getError('schema')}
          onChange={(schema = true) => onChange({ ...check, schema })}
        />
      )
    case 'similarity':
      return <SimilarityFields check={check} getError={getError} onChange={onChange} />
    case 'calledTool':
      return <ToolFields check={check} getError={getError} onChange={onChange} />
    case 'latency':
    case 'firstToken':
      return (
        <AmountField
          label="最多几秒"
          max={CHECKS.milliseconds / 1_000}
          value={check.atMostMs / 1_000}
          onChange={(seconds) => onChange({ ...check, atMostMs: Math.round(seconds * 1_000) })}
        />
      )
    case 'cost':
      return (
        <AmountField
          label="最多几元"
          max={TRIAL_MEASURE_MAX}
          value={check.atMost}
          onChange={(atMost) => onChange({ ...check, atMost })}
        />
      )
    case 'length':
      return <LengthFields check={check} getError={getError} onChange={onChange} />
    case 'rubric':
    case 'human':
      return (
        <TextAreaField
          label="判断标准"
          isRequired
          rows={2}
          error={getError('text')}
          value={check.text}
          onChange={(text) => onChange({ ...check, text })}
        />
      )
    case 'refuses':
    case 'mentionsSource':
      return null
  }
}

type FieldsOf<Kind extends Check['kind']> = Omit<CheckFieldsProps, 'check'> & { check: CheckOf<Kind> }

const COMPARISON_LABELS: Record<keyof TextComparison, string> = {
  ignoreCase: '不分大小写',
  ignoreWidth: '不分全角半角',
  ignoreSpace: '不计空白',
  ignoreVariants: '不分简繁',
}
const COMPARISONS = ['ignoreCase', 'ignoreWidth', 'ignoreSpace', 'ignoreVariants'] as const

type ComparisonFieldsProps = { check: TextComparison; onChange: (options: Partial<TextComparison>) => void }

const ComparisonFields = ({ check, onChange }: ComparisonFieldsProps) => (
  <div className="flex flex-wrap gap-x-5">
    {COMPARISONS.map((option) => (
      <CheckboxField
        key={option}
        label={COMPARISON_LABELS[option]}
        isChecked={check[option]}
        onChange={(isChecked) => onChange({ [option]: isChecked })}
      />
    ))}
  </div>
)

type CheckboxFieldProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

export const CheckboxField = ({ label, isChecked, onChange }: CheckboxFieldProps) => (
  <label className="inline-flex min-h-11 items-center gap-2 text-sm">
    <input
      type="checkbox"
      className="size-4 accent-indigo"
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
)

type LineFieldProps = {
  label: string
  hint?: string
  isRequired?: boolean
  maxLength?: number
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

const LineField = ({ value, maxLength = TEXT.line, onChange, isRequired = true, ...field }: LineFieldProps) => (
  <FormField {...field} isRequired={isRequired}>
    {(control) => (
      <input
        {...control}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        className={CONTROL_CLASS}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FormField>
)

type LinesFieldProps = {
  label: string
  hint: string
  error: string | undefined
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** One text per line. Blank lines stay while they are typed, and aren't values. */
function LinesField({ values, onChange, ...field }: LinesFieldProps) {
  const [text, setText] = useState(values.join('\n'))
  return (
    <TextAreaField
      {...field}
      isRequired
      rows={3}
      maxLength={null}
      value={text}
      onChange={(value) => {
        setText(value)
        onChange(
          value
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        )
      }}
    />
  )
}

type AmountFieldProps = { label: string; min?: number; max: number; value: number; onChange: (value: number) => void }

const AmountField = ({ label, min, max, value, onChange }: AmountFieldProps) => (
  <FormField label={label} isRequired>
    {(control) => (
      <NumberInput {...control} {...(min !== undefined && { min })} max={max} value={value} onChange={onChange} />
    )}
  </FormField>
)

const NumberFields = ({ check, onChange }: Omit<FieldsOf<'number'>, 'getError'>) => (
  <div className="grid grid-cols-2 gap-3">
    <AmountField
      label="数值"
      min={-TRIAL_MEASURE_MAX}
      max={TRIAL_MEASURE_MAX}
      value={check.value}
      onChange={(value) => onChange({ ...check, value })}
    />
    <AmountField
      label="允许相差"
      max={TRIAL_MEASURE_MAX}
      value={check.tolerance}
      onChange={(tolerance) => onChange({ ...check, tolerance })}
    />
  </div>
)

const SIMILARITY_METHODS = [
  { value: 'f1', label: '用词的重合（F1）' },
  { value: 'levenshtein', label: '编辑距离' },
]

const SimilarityFields = ({ check, getError, onChange }: FieldsOf<'similarity'>) => (
  <>
    <TextAreaField
      label="文字"
      isRequired
      rows={2}
      maxLength={TEXT.long}
      error={getError('value')}
      value={check.value}
      onChange={(value) => onChange({ ...check, value })}
    />
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="算法"
        isRequired
        value={check.method}
        options={SIMILARITY_METHODS}
        onChange={(method) => onChange({ ...check, method: method === 'f1' ? 'f1' : 'levenshtein' })}
      />
      <AmountField
        label="至少（0至1）"
        max={1}
        value={check.atLeast}
        onChange={(atLeast) => onChange({ ...check, atLeast })}
      />
    </div>
  </>
)

const ToolFields = ({ check, getError, onChange }: FieldsOf<'calledTool'>) => (
  <>
    <div className="grid gap-3 sm:grid-cols-2">
      <LineField
        label="工具名称"
        error={getError('name')}
        value={check.name}
        onChange={(name) => onChange({ ...check, name })}
      />
      <LineField
        label="此前应已调用"
        isRequired={false}
        error={getError('after')}
        value={check.after ?? ''}
        onChange={(after) => onChange({ ...check, after: after === '' ? undefined : after })}
      />
    </div>
    <SchemaField
      label="参数的JSON Schema"
      isRequired={false}
      schema={check.arguments}
      error={getError('arguments')}
      onChange={(schema) => onChange({ ...check, arguments: schema })}
    />
  </>
)

const LengthFields = ({ check, getError, onChange }: FieldsOf<'length'>) => (
  <div className="grid grid-cols-2 gap-3">
    <OptionalNumberField
      label="最少字数"
      error={getError('atLeast')}
      value={check.atLeast}
      onChange={(atLeast) => onChange({ ...check, atLeast })}
    />
    <OptionalNumberField
      label="最多字数"
      error={getError('atMost')}
      value={check.atMost}
      onChange={(atMost) => onChange({ ...check, atMost })}
    />
  </div>
)

type OptionalNumberFieldProps = {
  label: string
  error: string | undefined
  value: number | undefined
  onChange: (value: number | undefined) => void
}

const OptionalNumberField = ({ label, error, value, onChange }: OptionalNumberFieldProps) => (
  <FormField label={label} error={error}>
    {(control) => (
      <input
        {...control}
        type="number"
        inputMode="numeric"
        min={0}
        max={CHECKS.replyLength}
        className={`${CONTROL_CLASS} tabular-nums`}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
      />
    )}
  </FormField>
)

type JsonSchema = CheckOf<'jsonSchema'>['schema']
type SchemaFieldProps = {
  label: string
  isRequired?: boolean
  schema: JsonSchema | undefined
  error: string | undefined
  /** Called with `undefined` if the text is blank, and isn't required. */
  onChange: (schema: JsonSchema | undefined) => void
}

/** A JSON Schema as text. Text that isn't one stays with an error, and doesn't change the check. */
function SchemaField({ label, isRequired = true, schema, error, onChange }: SchemaFieldProps) {
  const [text, setText] = useState(schema === undefined ? '' : JSON.stringify(schema, null, 2))
  const isValid = (value: string) => parseSchema(value) !== undefined || (!isRequired && value.trim() === '')
  return (
    <TextAreaField
      label={label}
      isRequired={isRequired}
      hint="2020-12版；true表示任何JSON。"
      rows={4}
      maxLength={TEXT.long}
      error={isValid(text) ? error : '应为JSON对象'}
      value={text}
      onChange={(value) => {
        setText(value)
        if (isValid(value)) onChange(parseSchema(value))
      }}
    />
  )
}

function parseSchema(text: string): JsonSchema | undefined {
  const value = tryParseJson(text)
  return isObject(value) || typeof value === 'boolean' ? value : undefined
}
