import { Input, Radio, Select } from 'antd'
import { NO_CERTIFICATE } from '#contracts/facts/vocabulary.ts'
import { CERTIFICATE_LABELS } from '#contracts/rules/facts/value-text.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { CLEAR_BUTTON } from '../../components/clear-button.tsx'
import { getFactFieldId, LabelledControl, type ValueFieldProps } from './fact-control.tsx'
import { findExpiryWarning } from './fact-drafts.ts'
import { useFactForm } from './fact-form-context.ts'

const STATUS_OPTIONS = [
  { value: 'unknown', label: '未知' },
  { value: NO_CERTIFICATE, label: '无' },
  { value: 'held', label: '已取得' },
]

/** A certificate: unknown, known not to exist, or existing, with its details. */
export function CertificateField({ attribute, path, value, onChange }: ValueFieldProps) {
  const { canEdit } = useFactForm()
  function selectStatus(status: string) {
    if (status === 'held') onChange({ name: attribute.label, level: '', number: '', issuer: '', validUntil: null })
    else onChange(status === NO_CERTIFICATE ? NO_CERTIFICATE : null)
  }
  return (
    <div className="flex flex-col gap-2">
      <Radio.Group
        aria-label={attribute.label}
        name={getFactFieldId(`${path}.value`)}
        disabled={!canEdit}
        options={STATUS_OPTIONS}
        value={getStatus(value)}
        onChange={({ target }) => selectStatus(target.value)}
      />
      {isObject(value) && (
        <CertificateParts levels={attribute.choices} path={path} certificate={value} onChange={onChange} />
      )}
    </div>
  )
}

function getStatus(value: unknown): string {
  if (isObject(value)) return 'held'
  return value === NO_CERTIFICATE ? NO_CERTIFICATE : 'unknown'
}

type CertificatePart = keyof typeof CERTIFICATE_LABELS

type CertificatePartsProps = {
  /** The levels to select from; empty if any level can be entered. */
  levels: readonly string[]
  path: string
  certificate: Readonly<Record<string, unknown>>
  onChange: (certificate: Readonly<Record<string, unknown>>) => void
}

/** The details of a certificate. */
function CertificateParts({ levels, path, certificate, onChange }: CertificatePartsProps) {
  const getPartProps = (part: CertificatePart): PartFieldProps => ({
    path: `${path}.value.${part}`,
    label: CERTIFICATE_LABELS[part],
    text: toText(certificate[part]),
    onChange: (text) => onChange({ ...certificate, [part]: part === 'validUntil' && text === '' ? null : text }),
  })
  return (
    <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      <TextPart {...getPartProps('name')} />
      {levels.length === 0 ? (
        <TextPart {...getPartProps('level')} />
      ) : (
        <LevelPart {...getPartProps('level')} levels={levels} />
      )}
      <TextPart {...getPartProps('number')} />
      <TextPart {...getPartProps('issuer')} />
      <TextPart
        {...getPartProps('validUntil')}
        type="date"
        warning={findExpiryWarning(certificate, toDay(new Date()))}
      />
    </div>
  )
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

type PartFieldProps = { path: string; label: string; text: string; onChange: (text: string) => void }
type TextPartProps = PartFieldProps & { type?: 'text' | 'date'; warning?: string | undefined }

function TextPart({ path, label, text, type = 'text', warning, onChange }: TextPartProps) {
  const { canEdit } = useFactForm()
  return (
    <LabelledControl path={path} label={label} warning={warning}>
      {(control) => (
        <Input
          {...control}
          type={type}
          readOnly={!canEdit}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </LabelledControl>
  )
}

function LevelPart({ path, label, text, levels, onChange }: PartFieldProps & { levels: readonly string[] }) {
  const { canEdit } = useFactForm()
  return (
    <LabelledControl path={path} label={label}>
      {(control) => (
        <Select
          {...control}
          allowClear={CLEAR_BUTTON}
          disabled={!canEdit}
          value={text || undefined}
          options={levels.map((level) => ({ value: level, label: level }))}
          onChange={(level: string | undefined) => onChange(level ?? '')}
        />
      )}
    </LabelledControl>
  )
}
