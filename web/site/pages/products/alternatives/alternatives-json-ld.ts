import type { Alternatives } from '#contracts/similar-products/alternatives.ts'

/** Returns the schema.org description of a list of alternatives, in the list's order. */
export const createAlternativesJsonLd = (
  { product, items }: Alternatives,
  getProductUrl: (product: { id: string; name: string }) => string,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name: `${product.name}的替代产品`,
  numberOfItems: items.length,
  itemListElement: items.map((item, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: item.name,
    url: getProductUrl(item),
  })),
})
