import { Input, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { NO_CERTIFICATE } from '#contracts/facts/vocabulary.ts'
import { CERTIFICATE_LABELS } from '#contracts/rules/facts/value-text.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { findExpiryWarning } from './fact-drafts.ts'
import { getFactFieldId, useFactError, useFactForm, type ValueFieldProps } from './use-facts-form.ts'

const STATUS_OPTIONS = [
  { value: 'unknown', label: '未知' },
  { value: NO_CERTIFICATE, label: '无' },
  { value: 'held', label: '已取得' },
]

/** A certificate: unknown, known not to exist, or existing, with its details. */
export function CertificateField({ attribute, path, value, onChange }: ValueFieldProps) {
  const { canEdit } = useFactForm()
  const certificate = isObject(value) ? value : undefined
  const newCertificate = { name: attribute.label, level: '', number: '', issuer: '', validUntil: null }
  const selectStatus = (status: string) => {
    if (status === 'held') onChange(newCertificate)
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
      {certificate && (
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
          <CertificatePart path={path} part="name" value={certificate} onChange={onChange} />
          <CertificatePart path={path} part="level" value={certificate} onChange={onChange}>
            {attribute.choices.length === 0
              ? undefined
              : (control, text, setText) => (
                  <Select
                    {...control}
                    allowClear
                    disabled={!canEdit}
                    value={text || undefined}
                    options={attribute.choices.map((choice) => ({ value: choice, label: choice }))}
                    onChange={(level: string | undefined) => setText(level ?? '')}
                  />
                )}
          </CertificatePart>
          <CertificatePart path={path} part="number" value={certificate} onChange={onChange} />
          <CertificatePart path={path} part="issuer" value={certificate} onChange={onChange} />
          <CertificatePart path={path} part="validUntil" value={certificate} onChange={onChange} type="date" />
        </div>
      )}
    </div>
  )
}

function getStatus(value: unknown): string {
  if (isObject(value)) return 'held'
  return value === NO_CERTIFICATE ? NO_CERTIFICATE : 'unknown'
}

/** The id, status and ARIA attributes of a control. */
type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  status: '' | 'error'
}
type CertificatePartProps = {
  path: string
  part: keyof typeof CERTIFICATE_LABELS
  value: Readonly<Record<string, unknown>>
  onChange: (value: unknown) => void
  type?: 'text' | 'date'
  /** Renders the control. Default: an input. */
  children?: ((control: ControlProps, text: string, setText: (text: string) => void) => ReactNode) | undefined
}

function CertificatePart({ path, part, value, onChange, type = 'text', children }: CertificatePartProps) {
  const { canEdit } = useFactForm()
  const partPath = `${path}.value.${part}`
  const error = useFactError(partPath)
  const id = getFactFieldId(partPath)
  const message = error ?? (part === 'validUntil' ? findExpiryWarning(value, toDay(new Date())) : undefined)
  const partValue = value[part]
  const text = typeof partValue === 'string' ? partValue : ''
  const setText = (next: string) => onChange({ ...value, [part]: part === 'validUntil' && next === '' ? null : next })
  const control: ControlProps = {
    id,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': message === undefined ? undefined : `${id}-hint`,
    status: error === undefined ? '' : 'error',
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {CERTIFICATE_LABELS[part]}
      </label>
      {children ? (
        children(control, text, setText)
      ) : (
        <Input
          {...control}
          type={type}
          readOnly={!canEdit}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {message && (
        <p id={`${id}-hint`} className={`text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {message}
        </p>
      )}
    </div>
  )
}
