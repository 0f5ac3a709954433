/** The value of the form for a shortlist, which can be merged with a version that was saved elsewhere. */
import { FACT_GRADES } from '#contracts/facts/vocabulary.ts'
import { getFilterValueLabel } from '#contracts/rules/facts/filter-values.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { describeLimit } from '#contracts/rules/shortlists/describe-accepted.ts'
import { isLimit } from '#contracts/rules/shortlists/match-product.ts'
import type { ShortlistRequirement, ShortlistUpdate } from '#contracts/shortlists/shortlist.ts'
import type { RequirementKind } from '#contracts/shortlists/wizard.ts'
import type { Difference } from '../../../shared/versioned/three-way.ts'
import type { DifferenceDescription } from '../../../shared/versioned/use-conflict-resolution.ts'
import { describeMinGrade, KIND_LABELS } from './requirement-rows.tsx'

type FormRequirement = ({ values: readonly string[] } | { atMost: number }) & {
  kind: RequirementKind
  grade?: ShortlistRequirement['grade']
}

/** Requirements are stored by attribute, so that those of different attributes merge. */
export type ShortlistForm = {
  title: string
  notes: string
  isNotified: boolean
  requirements: Readonly<Record<string, FormRequirement>>
}

export const toShortlistForm = ({ title, notes, isNotified, required, preferred }: ShortlistUpdate): ShortlistForm => {
  const toEntries = (kind: RequirementKind, requirements: readonly ShortlistRequirement[]) =>
    requirements.map((requirement): [string, FormRequirement] => {
      const { attribute, grade } = requirement
      const common = grade === undefined ? { kind } : { kind, grade }
      return [
        attribute,
        isLimit(requirement) ? { ...common, atMost: requirement.atMost } : { ...common, values: requirement.values },
      ]
    })
  return {
    title,
    notes,
    isNotified,
    requirements: Object.fromEntries([...toEntries('required', required), ...toEntries('preferred', preferred)]),
  }
}

export function toShortlistUpdate({ title, notes, isNotified, requirements }: ShortlistForm): ShortlistUpdate {
  const listByKind = (kind: RequirementKind) =>
    Object.entries(requirements)
      .filter(([, requirement]) => requirement.kind === kind)
      .map(([attribute, requirement]): ShortlistRequirement => {
        const { grade } = requirement
        const common = grade === undefined ? { attribute } : { attribute, grade }
        return isLimit(requirement)
          ? { ...common, atMost: requirement.atMost }
          : { ...common, values: [...requirement.values] }
      })
  return { title, notes, isNotified, required: listByKind('required'), preferred: listByKind('preferred') }
}

const FIELD_LABELS: Readonly<Record<string, string>> = { title: '清单名称', notes: '备注', isNotified: '邮件通知' }

/** Describes how the user's form differs from the saved one in a field; `labels` are the labels of the attributes. */
export function describeShortlistDifference(
  { path, before, after }: Pick<Difference, 'path' | 'before' | 'after'>,
  attributeLabels: ReadonlyMap<string, string>,
): DifferenceDescription {
  const [field = '', attribute = ''] = path.split('.')
  const label = FIELD_LABELS[field]
  if (label) return { label, mine: formatField(after), theirs: formatField(before) }
  return {
    label: `要求：${attributeLabels.get(attribute) ?? attribute}`,
    mine: formatRequirement(after),
    theirs: formatRequirement(before),
  }
}

function formatField(value: unknown): string {
  if (typeof value === 'boolean') return value ? '通知' : '不通知'
  return value === '' ? '（空）' : String(value)
}

/** Formats a requirement, its kind, its limit, or one of its values. */
function formatRequirement(value: unknown): string {
  if (value === undefined) return KIND_LABELS.none
  if (typeof value === 'number') return describeLimit(value)
  if (isObject(value))
    return [
      `${formatRequirement(value.kind)}：${[value.atMost ?? value.values].flat().map(formatRequirement).join('、')}`,
      ...FACT_GRADES.filter((grade) => grade === value.grade).map(describeMinGrade),
    ].join('，')
  return value === 'required' || value === 'preferred' ? KIND_LABELS[value] : getFilterValueLabel(String(value))
}
