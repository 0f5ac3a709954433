import type { Describe } from '../../versioned/conflict/conflict-dialog.tsx'
import { describeSides } from './describe-value.ts'
import { findPlace, getLabel } from './field-paths.ts'
import type { DocumentForm, Field } from './form-types.ts'

/** Describes differences by a form's labels, and the names that it has for values. */
export const describedBy =
  (form: DocumentForm): Describe =>
  (difference) => {
    const { before, after } = describeSides(difference, findPlace(form, difference.path)?.field)
    const label = getLabel(form, difference.path)
    return { label: difference.kind === 'moved' ? `${label}的位置` : label, mine: after, theirs: before }
  }

/** Describes the differences of a form of a few fields. */
export const describedByFields = (fields: readonly Field[]): Describe =>
  describedBy({ sections: [{ label: '', path: '', fields }] })
