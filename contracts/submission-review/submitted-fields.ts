import type { ProductField } from '../products/fields.ts'

/** The product fields that a submission provides; an update changes no others. */
export const SUBMITTED_FIELDS = [
  'name',
  'description',
  'category',
  'targetUsers',
  'keyCapabilities',
  'deploymentTypes',
  'officialLink',
  'company',
  'contactEmail',
] as const satisfies readonly ProductField[]
export type SubmittedField = (typeof SUBMITTED_FIELDS)[number]
