/** The required fields of the submission form, in the form's order (spec 2 §2). */
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

/** How many percent of the required fields are filled, rounded; a text of blanks is not. */
export function completionOf(values: Readonly<Record<string, unknown>>): number {
  const filled = REQUIRED_SUBMISSION_FIELDS.filter((field) => {
    const value = values[field]
    return typeof value === 'string' ? value.trim() !== '' : value === true
  })
  return Math.round((filled.length / REQUIRED_SUBMISSION_FIELDS.length) * 100)
}
