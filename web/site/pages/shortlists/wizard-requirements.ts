import type { ChosenRequirement } from '#contracts/shortlists/wizard.ts'
import { KIND_OPTIONS, type KindOption, STRONG_GRADES, type StrongGrade } from './requirement-rows.tsx'

/** What a visitor may change of a requirement: its kind, and the least grade of its facts, `null` for any. */
export type RequirementEdit = { kind: KindOption; minGrade: StrongGrade | null }

type Editable<Chosen> = Chosen extends ChosenRequirement ? Omit<Chosen, 'kind' | 'grade'> : never
/** A requirement that follows from an answer, with what the visitor has chosen for it. */
export type EditedRequirement = Editable<ChosenRequirement> & RequirementEdit

/** Applies edits, which are stored in the URL as `attribute:kind` or `attribute:kind:grade`. */
export const applyEdits = (requirements: readonly ChosenRequirement[], edits: readonly string[]): EditedRequirement[] =>
  requirements.map((requirement) => {
    const [, kind, grade] = edits.find((entry) => entry.startsWith(`${requirement.attribute}:`))?.split(':') ?? []
    return {
      ...requirement,
      kind: KIND_OPTIONS.find((option) => option === kind) ?? requirement.kind,
      minGrade: STRONG_GRADES.find((option) => option === grade) ?? null,
    }
  })

/** Returns the edits with those of an attribute's requirement replaced. */
export const withEdit = (
  edits: readonly string[],
  attribute: string,
  { kind, minGrade }: RequirementEdit,
): string[] => [
  ...edits.filter((edit) => !edit.startsWith(`${attribute}:`)),
  [attribute, kind, ...(minGrade ? [minGrade] : [])].join(':'),
]

/** Returns the answers with one chosen or not. */
export function withAnswer(answers: readonly string[], id: string, isChosen: boolean): string[] {
  const others = answers.filter((answer) => answer !== id)
  return isChosen ? [...others, id] : others
}
