import type { ComponentProps, ReactNode } from 'react'
import { FACT_GRADE_LABELS, FACT_GRADES, type FactGrade } from '#contracts/facts/vocabulary.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'

export const STRONG_GRADES = ['public', 'third-party', 'verified'] as const satisfies FactGrade[]
export type StrongGrade = (typeof STRONG_GRADES)[number]

/** Returns the least grade in words: `至少公开资料`. */
export const describeMinGrade = (grade: FactGrade): string => `至少${FACT_GRADE_LABELS[grade]}`

/** The kinds of a requirement to choose from; `none` removes the requirement. */
export const KIND_OPTIONS = ['required', 'preferred', 'none'] as const
export type KindOption = (typeof KIND_OPTIONS)[number]
export const KIND_LABELS: Record<KindOption, string> = { required: '必须', preferred: '希望', none: '不要求' }

type RequirementRow = {
  attribute: string
  label: string
  valueLabels: readonly string[]
  kind: KindOption
  minGrade?: FactGrade | null
}

type RequirementRowsProps<Row extends RequirementRow> = {
  requirements: readonly Row[]
  children: (requirement: Row) => ReactNode
}

/** Lists requirements with their accepted values; `children` renders the kind of each. */
export const RequirementRows = <Row extends RequirementRow>({ requirements, children }: RequirementRowsProps<Row>) => (
  <ul className="divide-y divide-line border-y border-line">
    {requirements.map((requirement) => (
      <li key={requirement.attribute} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
        <p className="min-w-0 flex-1 basis-40">
          <span className="font-medium">{requirement.label}</span>
          <span className="ml-2 text-sm text-muted">{requirement.valueLabels.join('、')}</span>
          {requirement.minGrade && (
            <span className="ml-2 text-sm text-muted">{describeMinGrade(requirement.minGrade)}</span>
          )}
        </p>
        {children(requirement)}
      </li>
    ))}
  </ul>
)

type KindSelectProps = {
  requirement: Omit<RequirementRow, 'valueLabels' | 'minGrade'>
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

const GRADE_OPTIONS = FACT_GRADES.map((grade) => ({
  value: grade === 'claimed' ? '' : grade,
  label: grade === 'claimed' ? '厂商自述即可' : describeMinGrade(grade),
}))

type GradeSelectProps = {
  requirement: Pick<RequirementRow, 'attribute' | 'label' | 'minGrade'>
  /** Omitted for an uncontrolled field of a form. */
  onChange?: (minGrade: StrongGrade | null) => void
}

/** Selects the least grade of the facts that meet a requirement. */
export function GradeSelect({ requirement: { attribute, label, minGrade }, onChange }: GradeSelectProps) {
  const value = minGrade ?? ''
  const state: ComponentProps<'select'> = onChange
    ? { value, onChange: ({ target }) => onChange(findStrongGrade(target.value) ?? null) }
    : { defaultValue: value }
  return (
    <div className="w-40 shrink-0">
      <select
        name={getGradeField(attribute)}
        aria-label={`${label}的资料等级`}
        className={`${CONTROL_CLASS} pr-9`}
        {...state}
      >
        {GRADE_OPTIONS.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

const getGradeField = (attribute: string): string => `grade.${attribute}`

/** Returns the least grade that is selected in a form for an attribute; `undefined` if every grade will do. */
export const readGrade = (form: FormData, attribute: string): StrongGrade | undefined =>
  findStrongGrade(form.get(getGradeField(attribute)))

const findStrongGrade = (value: unknown): StrongGrade | undefined => STRONG_GRADES.find((grade) => grade === value)

const getKindField = (attribute: string): string => `kind.${attribute}`
const toKindOption = (value: unknown): KindOption => KIND_OPTIONS.find((kind) => kind === value) ?? 'preferred'

/** Returns the kind that is selected in a form for an attribute. */
export const readKind = (form: FormData, attribute: string): KindOption =>
  toKindOption(form.get(getKindField(attribute)))
