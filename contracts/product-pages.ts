import { PAGES } from './paths.ts'
import type { Catalogue } from './vocabulary.ts'

/** The URLs of product pages by catalogue; each takes a product's id or exact name. */
export const PRODUCT_PAGES = { agent: PAGES.product, ai: PAGES.aiProduct } as const satisfies Record<
  Catalogue,
  (idOrName: string) => string
>
