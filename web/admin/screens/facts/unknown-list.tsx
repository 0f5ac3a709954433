import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { FactSubject, IncompleteProduct } from '#contracts/facts/fact-review.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { useKeys } from '../../parts/use-keys.ts'
import { getFactsPath } from '../product-detail/product-places.ts'
import { FACTS_KEY } from '../product-facts/fact-calls.ts'
import { Row } from './fact-parts.tsx'
import { listIncomplete, listUnknown } from './review-calls.ts'
import { type Rows, useRows } from './use-rows.ts'

type OpenFact = (fact: { product: FactSubject; attribute: string }) => void
type UnknownListProps = { filters: Filters; onOpen: OpenFact }

/** The number of attributes shown above the list. */
const FOREMOST = 10
/** The number of attributes shown per product; the facts editor lists all of them. */
const NAMED = 6

/**
 * The unknown facts: the attributes that popular products lack most often, then the products with missing attributes.
 */
export function UnknownList({ filters, onOpen }: UnknownListProps) {
  const list = useQuery({
    queryKey: [...FACTS_KEY, 'incomplete', filters.query],
    queryFn: () => listIncomplete(filters.query),
    placeholderData: keepPreviousData,
  })
  const products = list.data?.data ?? []
  const rows = useRows(products.map(({ product }) => product.id))
  useKeys(rows.moves)
  return (
    <>
      {filters.value('attribute') === '' && <Foremost filters={filters} />}
      <PagedList
        list={list}
        filters={filters}
        pagination={list.data?.pagination}
        errorMessage={FACT_MESSAGES.factsFailed}
        empty={<p>筛选与对比用到的资料都已填写。</p>}
        itemName="资料不全的产品"
        unit="个"
      >
        <ul aria-label="资料不全的产品" className="panel divide-y divide-line">
          {products.map((incomplete) => (
            <Entry key={incomplete.product.id} incomplete={incomplete} rows={rows} onOpen={onOpen} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function Foremost({ filters }: { filters: Filters }) {
  const catalogue = filters.value('catalogue')
  const unknown = useQuery({
    queryKey: [...FACTS_KEY, 'unknown', catalogue],
    queryFn: () => listUnknown(catalogue),
    placeholderData: keepPreviousData,
  })
  if (!unknown.data || unknown.data.length === 0) return null
  return (
    <section aria-label="最常缺少的属性" className="pb-4">
      <h2 className="pb-2 text-base">浏览最多的产品中最常缺少</h2>
      <ul className="flex flex-wrap gap-2">
        {unknown.data.slice(0, FOREMOST).map(({ attribute, label, catalogue: place, products, views }) => (
          <li key={`${place} ${attribute}`}>
            <button
              type="button"
              className="min-h-11 cursor-pointer rounded-lg border border-solid border-line bg-surface px-3 text-base text-ink hover:bg-sunken md:min-h-9"
              onClick={() => filters.set({ attribute, catalogue: place })}
            >
              {label}
              <span className="text-sm text-muted tabular-nums">
                （{CATALOGUE_LABELS[place]}
                {products}个，{views}次浏览）
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type EntryProps = { incomplete: IncompleteProduct; rows: Rows; onOpen: OpenFact }

function Entry({ incomplete: { product, unknown, attributes }, rows, onOpen }: EntryProps) {
  const isChosen = rows.chosen === product.id
  return (
    <Row isChosen={isChosen}>
      <div className="min-w-0">
        <Link
          ref={rows.register(product.id)}
          to={getFactsPath(product.catalogue, product)}
          aria-current={isChosen}
          className="font-semibold wrap-anywhere"
          onFocus={() => rows.notice(product.id)}
        >
          {product.name}
        </Link>
        <p className="text-sm text-muted tabular-nums">
          {CATALOGUE_LABELS[product.catalogue]}，{product.views}次浏览，未知{unknown.length}／{attributes}
        </p>
      </div>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 md:col-span-2">
        {unknown.slice(0, NAMED).map(({ attribute, label }) => (
          <li key={attribute}>
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
        {unknown.length > NAMED && (
          <li>
            <Link to={getFactsPath(product.catalogue, product)}>
              另有{unknown.length - NAMED}项<span className="sr-only">，{product.name}</span>
            </Link>
          </li>
        )}
      </ul>
    </Row>
  )
}
