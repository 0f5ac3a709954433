import { z } from 'zod'
import { STATEMENT_STATUSES } from '../published-evaluations/statuses.ts'
import { CATALOGUES } from '../vocabulary.ts'

/** A product for which a member speaks, and what waits for them there. */
export const VendorProductSchema = z
  .object({
    id: z.string(),
    catalogue: z.enum(CATALOGUES),
    name: z.string(),
    isActive: z.boolean(),
    /** Members' reviews that are shown without an answer. */
    unansweredReviews: z.int(),
    /** Facts to be confirmed anew. */
    staleFacts: z.int(),
    /** The evaluation on the product's page, with their last statement to it; `null` if there is none. */
    evaluation: z.object({ id: z.string(), statement: z.enum(STATEMENT_STATUSES).nullable() }).nullable(),
  })
  .meta({ id: 'VendorProduct' })
export type VendorProduct = z.infer<typeof VendorProductSchema>

/** The products of a member's own; nothing while their address isn't proved to be theirs. */
export const VendorProductsSchema = z
  .object({ isAddressProved: z.boolean(), products: z.array(VendorProductSchema) })
  .meta({ id: 'VendorProducts' })
export type VendorProducts = z.infer<typeof VendorProductsSchema>
