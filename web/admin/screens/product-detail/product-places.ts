/** Where the two product editors stand, and what lies behind and before them. */
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { fillPath, PAGES } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

/** What stands in an address for a product that is not made yet. */
export const NEW = 'new'
/** `?source=content`: the editor was reached from the AI products' page content. */
export const fromContent = (search: URLSearchParams): boolean => search.get('source') === 'content'

/** A name of one dot or two can't stand in an address, and `new` is taken. */
const addressed = ({ id, name }: { id: string; name: string }) => (['.', '..', NEW].includes(name) ? id : name)

const EDITORS: Record<Catalogue, string> = { agent: ADMIN_PAGES.productDetail, ai: ADMIN_PAGES.aiProductDetail }

export const editorPath = (catalogue: Catalogue, product: { id: string; name: string }): string =>
  fillPath(EDITORS[catalogue], { id: addressed(product) })

/** The editor of a product that is to be made. */
export const newProductPath = (catalogue: Catalogue): string => fillPath(EDITORS[catalogue], { id: NEW })

export const publicPath = (catalogue: Catalogue, product: { id: string; name: string }): string =>
  catalogue === 'ai' ? PAGES.aiProduct(addressed(product)) : PAGES.product(addressed(product))

/** Where Back goes (spec 3 §2.3, §2.4). */
export function backPath(catalogue: Catalogue, isFromContent: boolean): string {
  if (catalogue === 'agent') return ADMIN_PAGES.products
  return isFromContent ? ADMIN_PAGES.ai : ADMIN_PAGES.aiProducts
}
