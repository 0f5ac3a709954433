import type { DescribeDifference } from '../../../shared/versioned/use-conflict-resolution.ts'
import { locateChange } from './describe-change.ts'
import { describeSides } from './describe-value.ts'
import { getLabel } from './field-paths.ts'
import type { DocumentForm, Field } from './form-types.ts'

/**
 * Creates a function that describes differences with the labels and option names of a form. Those at the paths of
 * secrets are hidden.
 */
export const createDescriber =
  (form: DocumentForm, secrets: readonly string[] = []): DescribeDifference =>
  (difference, mine) => {
    if (secrets.includes(difference.path)) return undefined
    const { labels, field } = locateChange(form, difference, mine)
    const { before, after } = describeSides(difference, field)
    const label = mine === undefined ? getLabel(form, difference.path) : labels.join(' › ')
    return { label: difference.kind === 'moved' ? `${label}的位置` : label, mine: after, theirs: before }
  }

/** Creates the same for a form without sections. */
export const createFieldDescriber = (fields: readonly Field[], secrets?: readonly string[]): DescribeDifference =>
  createDescriber({ sections: [{ label: '', path: '', fields }] }, secrets)
