/** The parts of the submission form that a return can have reasons about. Without Zod, as the form needs them. */
import { SUBMISSION_LABELS } from '../request-labels.ts'

export const CONTACT_FIELDS = ['contactName', 'contactEmail', 'contactPhone'] as const
/** The fields of the form that a correction can change and that aren't contact data. */
export const OPEN_FIELDS = [
  'companyName',
  'productName',
  'productDescription',
  'targetUsers',
  'keyFeatures',
  'deploymentType',
  'website',
  'additionalInfo',
] as const

/** The whole submission. */
export const WHOLE_FORM = ''
/** Every part in the order of the form: the whole, its fields, and what is added to them. */
export const FORM_PARTS = [
  WHOLE_FORM,
  'companyName',
  ...CONTACT_FIELDS,
  'productName',
  'productDescription',
  'targetUsers',
  'keyFeatures',
  'deploymentType',
  'website',
  'additionalInfo',
  'facts',
  'screenshots',
  'files',
] as const
export type FormPart = (typeof FORM_PARTS)[number]
/** What a reason is about: a part, or one attribute of the facts by its key. */
export type ReasonPath = FormPart | `facts.${string}`

export const toFactPath = (attribute: string): ReasonPath => `facts.${attribute}`
/** Returns the key of the attribute that a path is about; `undefined` if it is about a part. */
export const findFactKey = (path: ReasonPath): string | undefined =>
  path.startsWith('facts.') ? path.slice('facts.'.length) : undefined
/** Returns the part that contains what a path is about. */
export const toFormPart = (path: ReasonPath): FormPart => FORM_PARTS.find((part) => part === path) ?? 'facts'

const { agreeToTerms: _, ...FIELD_LABELS } = SUBMISSION_LABELS
export const FORM_PART_LABELS: Record<FormPart, string> = {
  ...FIELD_LABELS,
  [WHOLE_FORM]: '整份提交',
  facts: '产品资料',
  screenshots: '产品截图',
  files: '附件',
}
