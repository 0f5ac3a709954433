import type { Catalogue } from '#contracts/vocabulary.ts'

/** What the parts of this section know of their product. */
export type ReviewedProduct = { catalogue: Catalogue; id: string }
