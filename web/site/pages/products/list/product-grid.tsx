import type { ListedProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useBaskets } from '../../../compare/use-basket.ts'
import { CATALOGUE_FACTS } from '../catalogues.ts'
import { ProductCard } from './product-card.tsx'
import type { ListChoices } from './use-list-state.ts'

type ProductGridProps = { catalogue: Catalogue; products: readonly ListedProduct[]; choices: ListChoices }

export function ProductGrid({ catalogue, products, choices: { state } }: ProductGridProps) {
  const { productPath } = CATALOGUE_FACTS[catalogue]
  const chosen = useBaskets()?.[catalogue].map(({ id }) => id) ?? state.compare
  return (
    <ul className="grid gap-5 md:grid-cols-2">
      {products.map((product) => (
        <ProductCard
          key={product.id}
          catalogue={catalogue}
          product={product}
          address={productPath(product)}
          isCompared={chosen.includes(product.id)}
        />
      ))}
    </ul>
  )
}
