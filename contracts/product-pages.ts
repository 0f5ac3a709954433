import { PAGES } from './paths.ts'
import type { Catalogue } from './vocabulary.ts'

/** The URLs of product pages by catalogue; each takes a product's id or exact name. */
export const PRODUCT_PAGES = { agent: PAGES.product, ai: PAGES.aiProduct } as const satisfies Record<
  Catalogue,
  (idOrName: string) => string
>

/** A product with what its URL may contain. */
type NamedProduct = { id: string; name: string }

/**
 * Returns a product's name, or its id if the name can't be a segment of a URL: clients resolve `.` and `..`, and a name
 * with the ending `.md` or `.atom` is the address of another product's Markdown or feed.
 */
export const toPathSegment = ({ id, name }: NamedProduct): string =>
  name === '.' || name === '..' || /\.(?:md|atom)$/.test(name) ? id : name.toWellFormed()

/** Returns the path of a product's page, by its name if possible. */
export const getProductPath = (catalogue: Catalogue, product: NamedProduct): string =>
  PRODUCT_PAGES[catalogue](toPathSegment(product))

/** Returns the path of the page that lists a product's alternatives, by its name if possible. */
export const getAlternativesPath = (catalogue: Catalogue, product: NamedProduct): string =>
  ALTERNATIVES_PAGES[catalogue](toPathSegment(product))
const ALTERNATIVES_PAGES = { agent: PAGES.alternatives, ai: PAGES.aiAlternatives } as const

/** Returns the path of the feed of a product's changes. */
export const getProductFeedPath = (catalogue: Catalogue, id: string): string => `${PRODUCT_PAGES[catalogue](id)}.atom`
