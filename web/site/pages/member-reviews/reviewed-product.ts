import type { Catalogue } from '#contracts/vocabulary.ts'

/** The product that a reviews section belongs to. */
export type ReviewedProduct = { catalogue: Catalogue; id: string }
