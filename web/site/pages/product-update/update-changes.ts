import type { ProductUpdateForm } from '#contracts/vendors/product-update.ts'
import { UPDATABLE_FIELDS } from '#contracts/vendors/updatable-fields.ts'
import type { Draft } from '../submit/draft.ts'
import type { FormContent } from '../submit/use-send-form.ts'

type Values = Readonly<Record<string, unknown>>

const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The texts of the form, of which some only concern the review. */
const TEXT_FIELDS = [...UPDATABLE_FIELDS, 'contactName', 'contactPhone', 'additionalInfo'] as const

/** Returns the values with which the form of an update starts. */
export const toInitialValues = ({ values }: ProductUpdateForm): Partial<Draft> => ({
  ...values,
  deploymentType: values.deploymentType === '' ? undefined : values.deploymentType,
})

const isChanged = (field: (typeof TEXT_FIELDS)[number], values: Values, { values: initial }: ProductUpdateForm) =>
  toText(values[field]) !== (field === 'additionalInfo' ? '' : toText(initial[field]))

/** Lists the fields of the product that differ from those with which the form started. */
export const listChangedFields = (values: Values, form: ProductUpdateForm) =>
  UPDATABLE_FIELDS.filter((field) => isChanged(field, values, form))

/** Returns the texts that differ from those with which the form started. */
export const pickChangedTexts = (values: Values, form: ProductUpdateForm): Record<string, string> =>
  Object.fromEntries(
    TEXT_FIELDS.filter((field) => isChanged(field, values, form)).map((field) => [field, toText(values[field])]),
  )

/** Creates the request of an update. A cleared fact is none: a submission can't delete facts. */
export const createUpdateRequest = (content: FormContent, form: ProductUpdateForm) => ({
  ...content,
  facts: content.facts.filter(({ value }) => value !== ''),
  changedFields: listChangedFields(content, form),
})
