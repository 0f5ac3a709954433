import type { Fact } from '#contracts/facts/fact.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import type { RatedProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

/** A product with its facts. */
export type ProductWithFacts = { catalogue: Catalogue; product: RatedProduct; facts: readonly Fact[] }

/** Returns the URL of a product's page. */
export const getProductUrl = (catalogue: Catalogue, product: { id: string; name: string }, publicUrl: string): string =>
  publicUrl + getProductPath(catalogue, product)

/** Converts a product to its open-data format, without logo, reviews and rich text. */
export function toOpenProduct({ catalogue, product, facts }: ProductWithFacts, publicUrl: string) {
  return {
    id: product.id,
    catalogue,
    name: product.name,
    url: getProductUrl(catalogue, product, publicUrl),
    slogan: product.slogan,
    description: product.description,
    category: product.category,
    price: product.price,
    /** The editors' rating. */
    rating: product.rating,
    /** The members' rating, if there are enough reviews; see `/about/ratings`. */
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
