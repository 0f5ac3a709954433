/**
 * The fields of the submission form that are stored in the product; the others only concern the review. Without Zod, as
 * the form needs them.
 */
export const UPDATABLE_FIELDS = [
  'companyName',
  'contactEmail',
  'productName',
  'productDescription',
  'targetUsers',
  'keyFeatures',
  'deploymentType',
  'website',
] as const
export type UpdatableField = (typeof UPDATABLE_FIELDS)[number]
