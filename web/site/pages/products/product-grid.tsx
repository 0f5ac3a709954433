import { COMPARED_PRODUCTS_MAX } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { ListedProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { useToast } from '../../parts/toast.tsx'
import { CATALOGUE_FACTS } from './catalogues.ts'
import { ProductCard } from './product-card.tsx'
import type { ListChoices } from './use-list-state.ts'

type ProductGridProps = { catalogue: Catalogue; products: readonly ListedProduct[]; choices: ListChoices }

export function ProductGrid({ catalogue, products, choices: { state, getUrl, select } }: ProductGridProps) {
  const showToast = useToast()
  const { productPath } = CATALOGUE_FACTS[catalogue]

  function toggle(id: string) {
    const others = state.compare.filter((compared) => compared !== id)
    if (others.length === state.compare.length && others.length >= COMPARED_PRODUCTS_MAX)
      showToast(SITE_MESSAGES.compareFull(COMPARED_PRODUCTS_MAX))
    else select({ compare: others.length < state.compare.length ? others : [...others, id] }, { replace: true })
  }

  return (
    <ul className="grid gap-5 md:grid-cols-2">
      {products.map((product) => (
        <ProductCard
          key={product.id}
          product={product}
          address={productPath(product)}
          from={getUrl({})}
          isCompared={state.compare.includes(product.id)}
          onToggleCompared={() => toggle(product.id)}
        />
      ))}
    </ul>
  )
}
