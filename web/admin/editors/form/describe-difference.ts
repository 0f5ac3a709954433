import type { Difference } from '../../../shared/versioned/three-way.ts'
import type { DescribeDifference } from '../../../shared/versioned/use-conflict-resolution.ts'
import { describeSides } from './describe-value.ts'
import { getLabel } from './field-paths.ts'
import type { DocumentForm, Field } from './form-types.ts'
import { locateChange } from './locate-change.ts'

/** Returns both sides of a difference in a rich text; `undefined` if one side isn't text. */
function readRichTextSides({ kind, before = '', after = '' }: Difference) {
  const isText = kind !== 'moved' && typeof before === 'string' && typeof after === 'string'
  return isText ? { mine: after, theirs: before } : undefined
}

/**
 * Creates a function that describes differences with the labels and option names of a form, or of fields without
 * sections. Differences at the paths in `secrets` are hidden.
 */
export function createDifferenceDescriber(
  formOrFields: DocumentForm | readonly Field[],
  secrets: readonly string[] = [],
): DescribeDifference {
  const form = 'sections' in formOrFields ? formOrFields : { sections: [{ label: '', path: '', fields: formOrFields }] }
  return (difference, mine) => {
    if (secrets.includes(difference.path)) return undefined
    const { labels, field } = locateChange(form, difference, mine)
    const { before, after } = describeSides(difference, field)
    const label = mine === undefined ? getLabel(form, difference.path) : labels.join(' › ')
    return {
      label: difference.kind === 'moved' ? `${label}的位置` : label,
      mine: after,
      theirs: before,
      richText: field?.kind === 'rich-text' ? readRichTextSides(difference) : undefined,
    }
  }
}
