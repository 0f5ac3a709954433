/** The form values of an attribute. Options keep their stored name, so that a new name counts as a rename. */
import type { FieldError } from '#contracts/errors.ts'
import {
  AttributeCreateSchema,
  type AttributeRecord,
  type AttributeState,
  AttributeUpdateSchema,
} from '#contracts/facts/attribute.ts'
import { type AttributeType, hasChoices } from '#contracts/facts/vocabulary.ts'
import { ATTRIBUTES } from '#contracts/limits.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

/** `stored` is '' for a new option. */
type ChoiceValue = { stored: string; text: string }
export type AttributeValues = {
  key: string
  label: string
  group: string
  type: AttributeType
  unit: string
  choices: ChoiceValue[]
  catalogues: Catalogue[]
  categories: string[]
  isFilter: boolean
  isCompared: boolean
  isOnCard: boolean
  isActive: boolean
  hint: string
  staleAfterMonths: number | null
}

export const EMPTY_ATTRIBUTE: AttributeValues = {
  key: '',
  label: '',
  group: '',
  type: 'yesNo',
  unit: '',
  choices: [],
  catalogues: ['agent'],
  categories: [],
  isFilter: false,
  isCompared: true,
  isOnCard: false,
  isActive: true,
  hint: '',
  staleAfterMonths: ATTRIBUTES.staleMonths,
}

const toChoice = (choice: string): ChoiceValue => ({ stored: choice, text: choice })

/** Converts an attribute, or a revision of it, to form values. */
export const toFormValues = ({
  key,
  ...attribute
}: AttributeState & Pick<AttributeRecord, 'key'>): AttributeValues => ({
  key,
  label: attribute.label,
  group: attribute.group,
  type: attribute.type,
  unit: attribute.unit,
  choices: attribute.choices.map(toChoice),
  catalogues: attribute.catalogues,
  categories: attribute.categories,
  isFilter: attribute.isFilter,
  isCompared: attribute.isCompared,
  isOnCard: attribute.isOnCard,
  isActive: attribute.isActive,
  hint: attribute.hint,
  staleAfterMonths: attribute.staleAfterMonths,
})

/** Returns the body of a save. Leaves out choices and unit if the type has none; they stay in the form. */
export function toRequestBody({ key, choices, ...values }: AttributeValues) {
  const usedChoices = hasChoices(values.type) ? choices : []
  const renamed = usedChoices.filter(({ stored, text }) => stored !== '' && stored !== text.trim())
  const body = {
    label: values.label,
    group: values.group,
    type: values.type,
    unit: values.type === 'number' ? values.unit : '',
    choices: usedChoices.map(({ text }) => text),
    catalogues: values.catalogues,
    categories: values.categories,
    isFilter: values.isFilter,
    isCompared: values.isCompared,
    isOnCard: values.isOnCard,
    isActive: values.isActive,
    hint: values.hint,
    staleAfterMonths: values.staleAfterMonths,
  }
  return { key, body, renamedChoices: Object.fromEntries(renamed.map(({ stored, text }) => [stored, text.trim()])) }
}

/** Maps the server's error paths to those of the form. */
export const toFormErrors = (errors: readonly FieldError[], { choices }: AttributeValues): FieldError[] =>
  errors.map(({ path, message }) => ({ path: toFormPath(path, choices), message }))

/** The server reports an option by its index (`choices.0`), or by its stored name (`renamedChoices.MIT`). */
function toFormPath(path: string, choices: readonly ChoiceValue[]): string {
  const [section, ...rest] = path.split('.')
  if (section === 'choices' && rest[0] !== undefined) return `choices.${Number(rest[0])}.text`
  if (section === 'renamedChoices') {
    const storedName = rest.join('.')
    const index = choices.findIndex(({ stored }) => stored === storedName)
    if (index >= 0) return `choices.${index}.text`
  }
  return path
}

/** Returns the validation errors. The server also checks the facts of the attribute. */
export function validateAttribute(values: AttributeValues, isNew: boolean): FieldError[] {
  const { key, body, renamedChoices } = toRequestBody(values)
  const { error } = isNew
    ? AttributeCreateSchema.safeParse({ key, ...body })
    : AttributeUpdateSchema.safeParse({ ...body, renamedChoices })
  const errors = (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }))
  return toFormErrors(errors, values)
}
