import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FactProduct, IncompleteProduct } from '#contracts/facts/fact-review.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { type RowNavigation, useRowNavigation } from '../../lists/use-row-navigation.ts'
import { getFactsPath } from '../product-detail/product-paths.ts'
import { useListOrigin } from '../product-detail/use-back-path.ts'
import { FactRow } from './fact-row.tsx'

/** Opens the editor for an attribute of a product. */
type OnOpenFact = (fact: { product: FactProduct; attribute: string }) => void
type IncompleteProductListProps = { filters: Filters; onOpen: OnOpenFact }

/** Lists the attributes that popular products lack most often, then the products that lack attributes. */
export function IncompleteProductList({ filters, onOpen }: IncompleteProductListProps) {
  const incompleteProductsQuery = useQuery({
    ...queryOf(factReviewCalls.listIncomplete, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {filters.get('attribute') === '' && <MostMissingAttributes filters={filters} />}
      <PagedList
        query={incompleteProductsQuery}
        filters={filters}
        errorMessage={FACT_MESSAGES.factsFailed}
        emptyContent={<p>筛选与对比用到的资料都已填写。</p>}
        itemName="资料不全的产品"
        unit="个"
      >
        {(products) => <IncompleteProducts products={products} onOpen={onOpen} />}
      </PagedList>
    </>
  )
}

/** The number of attributes shown above the list. */
const MAX_TOP_ATTRIBUTES = 10

/** The attributes that popular products lack most often; each is a filter. */
function MostMissingAttributes({ filters }: { filters: Filters }) {
  const catalogue = filters.get('catalogue')
  const unknownAttributesQuery = useQuery({
    ...dataOf(queryOf(factReviewCalls.listUnknown, { query: catalogue === '' ? '' : `catalogue=${catalogue}` })),
    placeholderData: keepPreviousData,
  })
  if (!unknownAttributesQuery.data || unknownAttributesQuery.data.length === 0) return null
  return (
    <section aria-label="最常缺少的属性" className="pb-4">
      <h2 className="pb-2 text-base">浏览最多的产品中最常缺少</h2>
      <ul className="flex flex-wrap gap-2">
        {unknownAttributesQuery.data
          .slice(0, MAX_TOP_ATTRIBUTES)
          .map(({ attribute, label, catalogue: attributeCatalogue, products, views }) => (
            <li key={`${attributeCatalogue} ${attribute}`}>
              <button
                type="button"
                className="min-h-11 cursor-pointer rounded-lg border border-solid border-line bg-surface px-3 text-base text-ink hover:bg-sunken md:min-h-9"
                onClick={() => filters.set({ attribute, catalogue: attributeCatalogue })}
              >
                {label}
                <span className="text-sm text-muted tabular-nums">
                  （{CATALOGUE_LABELS[attributeCatalogue]}
                  {products}个，{views}次浏览）
                </span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}

type IncompleteProductsProps = { products: readonly IncompleteProduct[]; onOpen: OnOpenFact }

/** The rows, which the arrow keys move through. */
function IncompleteProducts({ products, onOpen }: IncompleteProductsProps) {
  const navigation = useRowNavigation(products.map(({ product }) => product.id))
  return (
    <ul aria-label="资料不全的产品" className="panel divide-y divide-line">
      {products.map((incomplete) => (
        <IncompleteRow key={incomplete.product.id} incomplete={incomplete} navigation={navigation} onOpen={onOpen} />
      ))}
    </ul>
  )
}

/** The number of attributes shown per product; the facts editor lists all of them. */
const MAX_ATTRIBUTES_PER_PRODUCT = 6

type IncompleteRowProps = { incomplete: IncompleteProduct; navigation: RowNavigation; onOpen: OnOpenFact }

function IncompleteRow({ incomplete, navigation, onOpen }: IncompleteRowProps) {
  const { product, unknown, attributes } = incomplete
  const origin = useListOrigin()
  return (
    <FactRow isSelected={navigation.isSelected(product.id)}>
      <div className="min-w-0">
        <Link
          {...navigation.getButtonProps(product.id)}
          to={getFactsPath(product.catalogue, product)}
          state={origin}
          className="font-semibold wrap-anywhere"
        >
          {product.name}
        </Link>
        <p className="text-sm text-muted tabular-nums">
          {CATALOGUE_LABELS[product.catalogue]}，{product.views}次浏览，未知{unknown.length}／{attributes}
        </p>
      </div>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 md:col-span-2">
        {unknown.slice(0, MAX_ATTRIBUTES_PER_PRODUCT).map(({ attribute, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the button of the attribute that has been filled in becomes that of the next, and keeps the focus.
          <li key={index}>
            <button
              type="button"
              aria-label={`填写${product.name}的${label}`}
              className="min-h-11 cursor-pointer border-0 bg-transparent p-0 text-base text-indigo underline md:min-h-0"
              onClick={() => onOpen({ product, attribute })}
            >
              {label}
            </button>
          </li>
        ))}
        {unknown.length > MAX_ATTRIBUTES_PER_PRODUCT && (
          <li>
            <Link className="flex min-h-11 items-center md:min-h-0" to={getFactsPath(product.catalogue, product)}>
              另有{unknown.length - MAX_ATTRIBUTES_PER_PRODUCT}项<span className="sr-only">，{product.name}</span>
            </Link>
          </li>
        )}
      </ul>
    </FactRow>
  )
}
