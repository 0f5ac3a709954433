import { z } from 'zod'
import { STATEMENT_STATUSES } from '../published-evaluations/statuses.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { PendingUpdateSchema } from './product-update.ts'

/** A product that a member represents, with its pending tasks. */
const VendorProductSchema = z
  .object({
    id: z.string(),
    catalogue: z.enum(CATALOGUES),
    name: z.string(),
    isActive: z.boolean(),
    /** Members' reviews that are shown without a reply. */
    unansweredReviews: z.int(),
    /** Facts to be confirmed again. */
    staleFacts: z.int(),
    /** The vendor's update that waits for its review; `null` if there is none. */
    pendingUpdate: PendingUpdateSchema.nullable(),
    /** The evaluation on the product's page, with the vendor's last statement on it; `null` if there is none. */
    evaluation: z.object({ id: z.string(), statement: z.enum(STATEMENT_STATUSES).nullable() }).nullable(),
  })
  .meta({ id: 'VendorProduct' })
export type VendorProduct = z.infer<typeof VendorProductSchema>

/** The products that a member represents; empty until their email address is verified. */
export const VendorProductsSchema = z
  .object({ isEmailVerified: z.boolean(), products: z.array(VendorProductSchema) })
  .meta({ id: 'VendorProducts' })
export type VendorProducts = z.infer<typeof VendorProductsSchema>
