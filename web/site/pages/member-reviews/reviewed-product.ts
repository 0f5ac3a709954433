import type { Catalogue } from '#contracts/vocabulary.ts'

/** The product that is reviewed. */
export type ReviewedProduct = { catalogue: Catalogue; id: string }
