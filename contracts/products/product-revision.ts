import type { z } from 'zod'
import { RevisionSchema } from '../content/revision.ts'
import { EditorProductSchema } from './product.ts'

/** A version of a product, with the product as restoring it would leave it. */
export const ProductRevisionSchema = RevisionSchema.extend({ document: EditorProductSchema })
export type ProductRevision = z.infer<typeof ProductRevisionSchema>
