import type { ListedProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useBaskets } from '../../../compare/use-basket.ts'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { ProductCard } from './product-card.tsx'
import type { ListController } from './use-list-state.ts'

type ProductGridProps = { catalogue: Catalogue; products: readonly ListedProduct[]; list: ListController }

export function ProductGrid({ catalogue, products, list: { state } }: ProductGridProps) {
  const { getProductPath } = CATALOGUE_PAGES[catalogue]
  const comparedIds = useBaskets()?.[catalogue].map(({ id }) => id) ?? state.compare
  return (
    <ul className="grid gap-5 md:grid-cols-2">
      {products.map((product) => (
        <ProductCard
          key={product.id}
          catalogue={catalogue}
          product={product}
          url={getProductPath(product)}
          isCompared={comparedIds.includes(product.id)}
        />
      ))}
    </ul>
  )
}
