import { LIST } from '../limits.ts'
import type { ProductInput } from '../products/product.ts'
import type { SubmissionRecord } from '../submission-review/submission-review.ts'
import { SUBMITTED_FIELDS, type SubmittedField } from '../submission-review/submitted-fields.ts'
import type { UpdatableField } from '../vendors/updatable-fields.ts'
import { DEPLOYMENT_TYPES, type DeploymentType } from '../vocabulary.ts'
import { toSingleLine } from './single-line.ts'
import { splitWords } from './split-words.ts'

export type Submitted = Pick<SubmissionRecord, UpdatableField>
type SubmittedValues = Required<Pick<ProductInput, SubmittedField>>

/** The product field that each field of the form becomes. */
const PRODUCT_FIELDS_BY_FORM_FIELD = {
  companyName: 'company',
  contactEmail: 'contactEmail',
  productName: 'name',
  productDescription: 'description',
  targetUsers: 'targetUsers',
  keyFeatures: 'keyCapabilities',
  deploymentType: 'deploymentTypes',
  website: 'officialLink',
} as const satisfies Record<UpdatableField, SubmittedField>

/** Returns the values of the form for a product that exists; '' for a deployment type that the form doesn't offer. */
export const toSubmissionValues = (
  product: Pick<ProductInput, SubmittedField>,
): Record<UpdatableField, string> & { deploymentType: DeploymentType | '' } => ({
  companyName: product.company ?? '',
  contactEmail: product.contactEmail ?? '',
  productName: product.name,
  productDescription: product.description,
  targetUsers: product.targetUsers.join('、'),
  keyFeatures: product.keyCapabilities.join('、'),
  deploymentType: findFormDeploymentType(product) ?? '',
  website: product.officialLink,
})

type UpdateOptions = {
  category: string
  /** The fields of the form that the vendor changed; `null` if the submission wasn't made as an update. */
  changedFields: readonly UpdatableField[] | null
  /** Whether the submission's contact represents the product from now on, instead of the present one. */
  acceptsContact: boolean
}

/** Returns whether an approval could let another address represent a product's vendor, which reviewers decide separately. */
export const isContactChanged = (
  { contactEmail = '' }: Pick<ProductInput, 'contactEmail'>,
  submission: Pick<Submitted, 'contactEmail'>,
  changedFields: readonly UpdatableField[] | null,
): boolean =>
  (changedFields === null || changedFields.includes('contactEmail')) &&
  contactEmail.toLowerCase() !== submission.contactEmail.toLowerCase()

/**
 * Returns an existing product with the values of an approved submission. An update only replaces what the vendor
 * changed, so that a list keeps entries that the form can't tell apart. Any other submission of the same name replaces
 * all fields but the name, and adds its deployment type. The contact stays unless the reviewer accepts the new one, who
 * represents the vendor (docs/decisions/118).
 */
export function updateSubmittedFields<Product extends Pick<ProductInput, SubmittedField>>(
  product: Product,
  submission: Submitted,
  { category, changedFields, acceptsContact }: UpdateOptions,
): Product & SubmittedValues {
  const { company = '', contactEmail = '' } = product
  const submitted = getSubmittedValues(submission, category)
  const values = acceptsContact ? submitted : { ...submitted, contactEmail }
  if (changedFields === null) {
    const deploymentTypes = [...new Set([...product.deploymentTypes, ...values.deploymentTypes])]
    return { ...product, ...values, name: product.name, deploymentTypes }
  }
  const changes = changedFields.map((field) => {
    const name = PRODUCT_FIELDS_BY_FORM_FIELD[field]
    return [name, name === 'deploymentTypes' ? replaceDeploymentType(product, submission) : values[name]]
  })
  return { ...product, company, contactEmail, category, ...Object.fromEntries(changes) }
}

/** Returns the product's first deployment type that the form offers; the form has a single one. */
const findFormDeploymentType = ({ deploymentTypes }: Pick<ProductInput, 'deploymentTypes'>) =>
  deploymentTypes.flatMap((name) => DEPLOYMENT_TYPES.find((type) => type === name) ?? [])[0]

/** Replaces the deployment type that the form started with; the product's others stay. */
function replaceDeploymentType(
  product: Pick<ProductInput, 'deploymentTypes'>,
  { deploymentType }: Submitted,
): string[] {
  const replaced = findFormDeploymentType(product)
  const others = product.deploymentTypes.map((type) => (type === replaced ? deploymentType : type))
  return [...new Set([...others, deploymentType])]
}

/** Returns the fields of a product whose values an update changes. */
export const listChangedFields = (
  before: Pick<ProductInput, SubmittedField>,
  after: Pick<ProductInput, SubmittedField>,
): SubmittedField[] =>
  SUBMITTED_FIELDS.filter((field) => JSON.stringify(before[field] ?? '') !== JSON.stringify(after[field] ?? ''))

/** Returns the product fields that a submission provides. */
export const getSubmittedValues = (submission: Submitted, category: string): SubmittedValues => ({
  // A submission is stored exactly as sent; a product's name has a single line.
  name: toSingleLine(submission.productName),
  description: submission.productDescription,
  category,
  targetUsers: splitList(submission.targetUsers),
  keyCapabilities: splitList(submission.keyFeatures),
  deploymentTypes: [submission.deploymentType],
  officialLink: submission.website,
  company: submission.companyName,
  contactEmail: submission.contactEmail,
})

/** Splits a text into a list; if there are too many words, the last entry contains the rest. */
function splitList(input: string): string[] {
  const parts = splitWords(input)
  if (parts.length <= LIST.short) return parts
  return [...parts.slice(0, LIST.short - 1), parts.slice(LIST.short - 1).join('、')]
}
