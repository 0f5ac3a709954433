import type { ChosenRequirement } from '#contracts/shortlists/wizard.ts'
import { KIND_OPTIONS, type KindOption } from './requirement-rows.tsx'

/** A requirement that follows from an answer, with the kind that the visitor has chosen for it. */
export type EditedRequirement = Omit<ChosenRequirement, 'kind'> & { kind: KindOption }

/** Applies changed kinds, which are stored in the URL as `attribute:kind`. */
export const applyEdits = (requirements: readonly ChosenRequirement[], edits: readonly string[]): EditedRequirement[] =>
  requirements.map((requirement) => {
    const edit = edits.find((entry) => entry.startsWith(`${requirement.attribute}:`))?.split(':')[1]
    return { ...requirement, kind: KIND_OPTIONS.find((kind) => kind === edit) ?? requirement.kind }
  })

/** Returns the edits with another kind of an attribute's requirement. */
export const withEdit = (edits: readonly string[], attribute: string, kind: KindOption): string[] => [
  ...edits.filter((edit) => !edit.startsWith(`${attribute}:`)),
  `${attribute}:${kind}`,
]

/** Returns the answers with one chosen or not. */
export function withAnswer(answers: readonly string[], id: string, isChosen: boolean): string[] {
  const others = answers.filter((answer) => answer !== id)
  return isChosen ? [...others, id] : others
}
