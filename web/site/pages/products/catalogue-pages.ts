import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

type CataloguePages = {
  /** The catalogue's default title. */
  title: string
  listPath: string
  /** Returns a product's URL by its name, or by its id if the name can't be part of a URL. */
  getProductPath(product: { id: string; name: string }): string
  /** Returns the URL of the page on which a member writes or edits a review of a product. */
  getReviewPath(productId: string): string
  notFound: string
}

/** The two catalogues of the site, which share the list, the product page and the comparison. */
export const CATALOGUE_PAGES: Readonly<Record<Catalogue, CataloguePages>> = {
  agent: {
    title: SITE_PAGES.products.title,
    listPath: SITE_PAGES.products.path,
    getProductPath: (product) => getProductPath('agent', product),
    getReviewPath: PAGES.productReview,
    notFound: SITE_MESSAGES.productNotFound,
  },
  ai: {
    title: SITE_PAGES.ai.title,
    listPath: SITE_PAGES.ai.path,
    getProductPath: (product) => getProductPath('ai', product),
    getReviewPath: PAGES.aiProductReview,
    notFound: SITE_MESSAGES.aiProductNotFound,
  },
}

/** Returns the URL of the list that a product was opened from, which its card stored in the navigation state. */
export function findListUrl(state: unknown, listPath: string): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state) || typeof state.from !== 'string') return
  return state.from === listPath || state.from.startsWith(`${listPath}?`) ? state.from : undefined
}
