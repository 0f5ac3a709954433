/** The data for deciding on an approval: the catalogue's categories, and possible duplicates of the submission. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { FactSchema } from '../facts/fact.ts'
import { ProductSchema } from '../products/product.ts'
import { SUBMISSION_STATUSES } from '../submissions/statuses.ts'
import { DUPLICATE_REASONS } from './duplicate-reasons.ts'
import type { SubmittedField } from './submitted-fields.ts'

const reason = z.enum(DUPLICATE_REASONS)

const PossibleDuplicateProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  company: z.string(),
  category: z.string(),
  isActive: z.boolean(),
  reason,
})
export type PossibleDuplicateProduct = z.infer<typeof PossibleDuplicateProductSchema>

const PossibleDuplicateSubmissionSchema = z.object({
  _id: z.string(),
  productName: z.string(),
  companyName: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  createdAt: z.iso.datetime(),
  reason,
})
export type PossibleDuplicateSubmission = z.infer<typeof PossibleDuplicateSubmissionSchema>

const { name, description, category, targetUsers, keyCapabilities, deploymentTypes } = ProductSchema.shape
const { officialLink, company, contactEmail } = ProductSchema.shape
const SubmittedFieldsSchema = z.object({
  name,
  description,
  category,
  targetUsers,
  keyCapabilities,
  deploymentTypes,
  officialLink,
  company,
  contactEmail,
} satisfies Record<SubmittedField, z.ZodType>)

/** The product that the submission would update, with the values that the update would replace. */
export const ExistingProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  /** The number of its screenshots, which are replaced by those of the submission if it has any. */
  screenshotCount: z.int(),
  fields: SubmittedFieldsSchema,
  /** The present facts of the attributes that the submission has facts about, from all sources. */
  facts: z.array(
    FactSchema.pick({ attribute: true, type: true, value: true, isComplete: true, unit: true, grade: true }),
  ),
})
export type ExistingProduct = z.infer<typeof ExistingProductSchema>

export const ApprovalInfoSchema = z
  .object({
    /** The categories listed on the catalogue's page; may be empty. */
    categories: z.array(z.string()),
    /** The category that matches the submission's; '' if none does. */
    suggestedCategory: z.string(),
    products: z.array(PossibleDuplicateProductSchema),
    submissions: z.array(PossibleDuplicateSubmissionSchema),
    /** The product that the vendor asks to update, or else the one of the same name. */
    existing: ExistingProductSchema.nullable(),
  })
  .meta({ id: 'SubmissionApproval' })
export type ApprovalInfo = z.infer<typeof ApprovalInfoSchema>
