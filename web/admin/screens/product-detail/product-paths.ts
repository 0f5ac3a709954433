/** The URLs of the two product editors and of the screens around them. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath } from '#contracts/paths.ts'
import { getProductPath, toPathSegment } from '#contracts/product-pages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

/** The id of a new product in a URL. */
export const NEW_PRODUCT_ID = 'new'

/** Returns a product's name, or its id if the name can't be a segment of a URL, or is the reserved `new`. */
const getUrlSegment = (product: { id: string; name: string }) =>
  product.name === NEW_PRODUCT_ID ? product.id : toPathSegment(product)

const EDITORS: Record<Catalogue, string> = { agent: ADMIN_PAGES.productDetail, ai: ADMIN_PAGES.aiProductDetail }

export const getEditorPath = (catalogue: Catalogue, product: { id: string; name: string }): string =>
  fillPath(EDITORS[catalogue], { id: getUrlSegment(product) })

/** Returns the path of a product's facts in its editor. */
export const getFactsPath = (catalogue: Catalogue, product: { id: string; name: string }): string =>
  `${getEditorPath(catalogue, product)}?part=facts`

/** Returns the path of the editor for a new product. */
export const getNewProductPath = (catalogue: Catalogue): string => fillPath(EDITORS[catalogue], { id: NEW_PRODUCT_ID })

export const getPublicPath = (catalogue: Catalogue, product: { id: string; name: string }): string =>
  getProductPath(catalogue, product)

/** Returns the path of the back link. */
export function getBackPath(catalogue: Catalogue, isFromContent: boolean): string {
  if (catalogue === 'agent') return ADMIN_PAGES.products
  return isFromContent ? ADMIN_PAGES.ai : ADMIN_PAGES.aiProducts
}
