/** What an approval is decided on: the catalogue's categories, and what the submitted product resembles. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { ProductSchema } from '../products/product.ts'
import { SUBMISSION_STATUSES } from '../vocabulary.ts'

/** How a product or submission resembles another, the closest first. */
export const LIKENESSES = ['sameName', 'nearName', 'sameCompany'] as const
export type Likeness = (typeof LIKENESSES)[number]
export const LIKENESS_LABELS: Record<Likeness, string> = {
  sameName: '同名',
  nearName: '名称相近',
  sameCompany: '同一公司',
}

const likeness = z.enum(LIKENESSES)

export const SimilarProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  company: z.string(),
  category: z.string(),
  isActive: z.boolean(),
  likeness,
})
export type SimilarProduct = z.infer<typeof SimilarProductSchema>

export const SimilarSubmissionSchema = z.object({
  _id: z.string(),
  productName: z.string(),
  companyName: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  createdAt: z.iso.datetime(),
  likeness,
})
export type SimilarSubmission = z.infer<typeof SimilarSubmissionSchema>

/** The product fields that a submission says something about; an update changes no others. */
export const SUBMITTED_FIELDS = [
  'description',
  'category',
  'targetUsers',
  'keyCapabilities',
  'deploymentTypes',
  'officialLink',
  'company',
  'contactEmail',
] as const
export type SubmittedField = (typeof SUBMITTED_FIELDS)[number]

/** A product of the very name, with what an update by the submission would change of it. */
export const ExistingProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  /** How many screenshots it has, which those of the submission take the place of, if it has any. */
  screenshotCount: z.int(),
  fields: z.object({
    description: ProductSchema.shape.description,
    category: ProductSchema.shape.category,
    targetUsers: ProductSchema.shape.targetUsers,
    keyCapabilities: ProductSchema.shape.keyCapabilities,
    deploymentTypes: ProductSchema.shape.deploymentTypes,
    officialLink: ProductSchema.shape.officialLink,
    company: ProductSchema.shape.company,
    contactEmail: ProductSchema.shape.contactEmail,
  }),
})
export type ExistingProduct = z.infer<typeof ExistingProductSchema>

export const ApprovalSchema = z
  .object({
    /** Those that the catalogue's page lists; none if it lists none. */
    categories: z.array(z.string()),
    /** The one that the submission's belongs to; '' if none fits. */
    proposedCategory: z.string(),
    products: z.array(SimilarProductSchema),
    submissions: z.array(SimilarSubmissionSchema),
    existing: ExistingProductSchema.nullable(),
  })
  .meta({ id: 'SubmissionApproval' })
export type Approval = z.infer<typeof ApprovalSchema>
