import type { ReactNode } from 'react'
import { CONTROL_CLASS } from '../../components/control-class.ts'

/** How an attribute is requested; `none` removes a requirement. */
export const REQUESTED_KINDS = ['must', 'want', 'none'] as const
export type RequestedKind = (typeof REQUESTED_KINDS)[number]
export const KIND_LABELS: Record<RequestedKind, string> = { must: '必须', want: '希望', none: '不要求' }

type Row = { attribute: string; label: string; labels: readonly string[]; kind: RequestedKind }

type RequirementRowsProps = { requirements: readonly Row[]; children: (requirement: Row) => ReactNode }

/** Lists requirements with their accepted values; `children` renders the kind of each. */
export const RequirementRows = ({ requirements, children }: RequirementRowsProps) => (
  <ul className="divide-y divide-line border-y border-line">
    {requirements.map((requirement) => (
      <li key={requirement.attribute} className="flex items-center justify-between gap-4 py-1.5">
        <p className="min-w-0">
          <span className="font-medium">{requirement.label}</span>
          <span className="ml-2 text-sm text-muted">{requirement.labels.join('、')}</span>
        </p>
        {children(requirement)}
      </li>
    ))}
  </ul>
)

/** The field of a requirement's kind: controlled with `onChange`, else a field of its form. */
export const KindSelect = ({
  requirement: { attribute, label, kind },
  onChange,
}: {
  requirement: Omit<Row, 'labels'>
  onChange?: (kind: RequestedKind) => void
}) => (
  <div className="w-28 shrink-0">
    <select
      name={getKindField(attribute)}
      aria-label={`${label}的要求`}
      className={CONTROL_CLASS}
      {...(onChange
        ? { value: kind, onChange: ({ target }) => onChange(toKind(target.value)) }
        : { defaultValue: kind })}
    >
      {REQUESTED_KINDS.map((option) => (
        <option key={option} value={option}>
          {KIND_LABELS[option]}
        </option>
      ))}
    </select>
  </div>
)

const getKindField = (attribute: string): string => `kind.${attribute}`
const toKind = (value: unknown): RequestedKind => REQUESTED_KINDS.find((kind) => kind === value) ?? 'want'

/** Returns the kind that a form requests for an attribute. */
export const readKind = (form: FormData, attribute: string): RequestedKind => toKind(form.get(getKindField(attribute)))
