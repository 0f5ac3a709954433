import type { Describe } from '../../versioned/conflict/conflict-dialog.tsx'
import { labelOf, placeOf } from './field-paths.ts'
import type { DocumentForm, Field } from './form-types.ts'
import { shownSides } from './shown-value.ts'

/** Describes differences by a form's labels, and the names that it has for values. */
export const describedBy =
  (form: DocumentForm): Describe =>
  (difference) => {
    const { before, after } = shownSides(difference, placeOf(form, difference.path)?.field)
    const label = labelOf(form, difference.path)
    return { label: difference.kind === 'moved' ? `${label}的位置` : label, mine: after, theirs: before }
  }

/** Describes the differences of a form of a few fields. */
export const describedByFields = (fields: readonly Field[]): Describe =>
  describedBy({ sections: [{ label: '', path: '', fields }] })
