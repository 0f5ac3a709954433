import type { Attribute } from '#contracts/facts/attribute.ts'
import type { FollowTarget } from '#contracts/follows/follow.ts'
import { PAGES } from '#contracts/paths.ts'
import { getProductPath, PRODUCT_PAGES } from '#contracts/product-pages.ts'
import type { ProductFilter } from '#contracts/products/product.ts'
import { getFilterValueLabel } from '#contracts/rules/facts/filter-values.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FollowRow } from './store.ts'

const LIST_PATHS: Record<Catalogue, string> = { agent: PAGES.products, ai: PAGES.ai }

export const toFollowTarget = ({ id, kind, catalogue, target }: FollowRow): FollowTarget => ({
  id,
  kind,
  catalogue,
  productId: kind === 'product' ? target : null,
  query: kind === 'product' ? null : target,
})

/** Returns the path of what a follow is about: of the product, by its current name, or of the list. */
export function toFollowPath(
  { kind, catalogue, target }: FollowRow,
  product?: { id: string; name: string } | undefined,
): string {
  if (kind !== 'product') return `${LIST_PATHS[catalogue]}?${target}`
  return product ? getProductPath(catalogue, product) : PRODUCT_PAGES[catalogue](target)
}

/** Describes the filters of a list in words: `“客服”，智能客服，私有化部署：支持`. */
export function describeFilter(filter: ProductFilter, attributes: readonly Attribute[]): string {
  const { search, category, price, type, verdict, f, verified } = filter
  const facets = Object.entries(f).map(([key, values]) => {
    const label = attributes.find((attribute) => attribute.key === key)?.label ?? key
    return `${label}：${values.map(getFilterValueLabel).join('或')}`
  })
  return [search && `“${search}”`, category, price, type, verdict, ...facets, verified && '只看已核实']
    .filter(Boolean)
    .join('，')
}
