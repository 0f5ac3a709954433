import type { ComponentProps, ReactNode } from 'react'
import { CONTROL_CLASS } from '../../components/control-class.ts'

/** The kinds of a requirement to choose from; `none` removes the requirement. */
export const KIND_OPTIONS = ['required', 'preferred', 'none'] as const
export type KindOption = (typeof KIND_OPTIONS)[number]
export const KIND_LABELS: Record<KindOption, string> = { required: '必须', preferred: '希望', none: '不要求' }

type RequirementRow = { attribute: string; label: string; valueLabels: readonly string[]; kind: KindOption }

type RequirementRowsProps = {
  requirements: readonly RequirementRow[]
  children: (requirement: RequirementRow) => ReactNode
}

/** Lists requirements with their accepted values; `children` renders the kind of each. */
export const RequirementRows = ({ requirements, children }: RequirementRowsProps) => (
  <ul className="divide-y divide-line border-y border-line">
    {requirements.map((requirement) => (
      <li key={requirement.attribute} className="flex items-center justify-between gap-4 py-1.5">
        <p className="min-w-0">
          <span className="font-medium">{requirement.label}</span>
          <span className="ml-2 text-sm text-muted">{requirement.valueLabels.join('、')}</span>
        </p>
        {children(requirement)}
      </li>
    ))}
  </ul>
)

type KindSelectProps = {
  requirement: Omit<RequirementRow, 'valueLabels'>
  /** Omitted for an uncontrolled field of a form. */
  onChange?: (kind: KindOption) => void
}

/** Selects the kind of a requirement. */
export function KindSelect({ requirement, onChange }: KindSelectProps) {
  const { attribute, label, kind } = requirement
  const state: ComponentProps<'select'> = onChange
    ? { value: kind, onChange: ({ target }) => onChange(toKindOption(target.value)) }
    : { defaultValue: kind }
  return (
    <div className="w-28 shrink-0">
      <select
        name={getKindField(attribute)}
        aria-label={`${label}的要求`}
        className={`${CONTROL_CLASS} pr-9`}
        {...state}
      >
        {KIND_OPTIONS.map((option) => (
          <option key={option} value={option}>
            {KIND_LABELS[option]}
          </option>
        ))}
      </select>
    </div>
  )
}

const getKindField = (attribute: string): string => `kind.${attribute}`
const toKindOption = (value: unknown): KindOption => KIND_OPTIONS.find((kind) => kind === value) ?? 'preferred'

/** Returns the kind that is selected in a form for an attribute. */
export const readKind = (form: FormData, attribute: string): KindOption =>
  toKindOption(form.get(getKindField(attribute)))
