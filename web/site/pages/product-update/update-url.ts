import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'

/** Returns the URL of the form by which a vendor updates a listed product. */
export const getProductUpdateUrl = (productId: string): string =>
  buildPageUrl(PAGES.myProducts, SITE_PAGES.myProducts.parameters, { update: productId })
