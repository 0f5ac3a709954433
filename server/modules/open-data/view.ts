import type { Fact } from '#contracts/facts/fact.ts'
import { PAGES } from '#contracts/paths.ts'
import type { RatedProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

/** A product with what is known of it. */
export type KnownProduct = { catalogue: Catalogue; product: RatedProduct; facts: readonly Fact[] }

const PAGE_OF = { agent: PAGES.product, ai: PAGES.aiProduct } as const satisfies Record<Catalogue, unknown>

/** Returns the address of a product's page. */
export const productAddress = (catalogue: Catalogue, name: string, publicUrl: string): string =>
  publicUrl + PAGE_OF[catalogue](name.toWellFormed())

/** Converts a product to what a download says of it: without logo, reviews and rich text. */
export function toOpenProduct({ catalogue, product, facts }: KnownProduct, publicUrl: string) {
  return {
    id: product.id,
    catalogue,
    name: product.name,
    url: productAddress(catalogue, product.name, publicUrl),
    slogan: product.slogan,
    description: product.description,
    category: product.category,
    price: product.price,
    /** The editors'. */
    rating: product.rating,
    /** The members', where enough reviews count; see `/about/ratings`. */
    memberRating: product.memberRating,
    deploymentTypes: product.deploymentTypes,
    officialLink: product.officialLink,
    isSample: product.isSample,
    lastUpdated: product.lastUpdated,
    screenshots: product.screenshots.map(({ url, caption, width, height }) => ({
      url: publicUrl + url,
      caption,
      width,
      height,
    })),
    technicalSpecs: product.technicalSpecs.map(({ title, value }) => ({ title, value })),
    facts: facts.map(({ id: _, ...fact }) => fact),
  }
}
