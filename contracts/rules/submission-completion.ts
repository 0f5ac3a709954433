/** The required fields of the submission form, in the form's order. */
export const REQUIRED_SUBMISSION_FIELDS = [
  'companyName',
  'contactName',
  'contactEmail',
  'contactPhone',
  'productName',
  'productDescription',
  'targetUsers',
  'keyFeatures',
  'deploymentType',
  'website',
  'agreeToTerms',
] as const

/** Returns whether a field is filled: a text that isn't blank, or a checked box. */
export const isFilled = (value: unknown): boolean => (typeof value === 'string' ? value.trim() !== '' : value === true)

/** Returns the percentage of required fields that are filled, rounded. */
export function calculateCompletion(values: Readonly<Record<string, unknown>>): number {
  const filledFields = REQUIRED_SUBMISSION_FIELDS.filter((field) => isFilled(values[field]))
  return Math.round((filledFields.length / REQUIRED_SUBMISSION_FIELDS.length) * 100)
}
