import { z } from 'zod'
import { DEPLOYMENT_TYPES } from '../vocabulary.ts'

/** Values that the submission form starts with, which may lack what the form requires. */
export const FormValuesSchema = z.object({
  companyName: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  productName: z.string(),
  productDescription: z.string(),
  targetUsers: z.string(),
  keyFeatures: z.string(),
  deploymentType: z.enum(['', ...DEPLOYMENT_TYPES]),
  website: z.string(),
})

/** Those of a submission, as they are stored. */
export const SubmittedValuesSchema = FormValuesSchema.extend({ additionalInfo: z.string() })
