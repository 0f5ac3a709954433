import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FilterOptions } from '#contracts/documents/catalogue.ts'
import { PAGES } from '#contracts/paths.ts'
import type { ListedProduct, ProductPage } from '#contracts/products/product.ts'
import { toFilterQuery } from '#contracts/rules/filter-query.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useBaskets } from '../../../compare/use-basket.ts'
import { ErrorNotice } from '../../../components/page-states.tsx'
import { Pagination } from '../../../components/pagination.tsx'
import { Link } from '../../../router.tsx'
import { useQueries } from '../../../site-context.tsx'
import { FollowButton } from '../../following/follow-button.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { isUnfiltered, NO_FILTERS, toProductFilter, toProductListQuery } from './list-state.ts'
import { NoResults } from './no-results.tsx'
import { ProductCard } from './product-card.tsx'
import { SortControl } from './sort-control.tsx'
import type { ListController } from './use-list-state.ts'

type ProductGridProps = { catalogue: Catalogue; products: readonly ListedProduct[]; list: ListController }

function ProductGrid({ catalogue, products, list: { state } }: ProductGridProps) {
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

type ProductResultsProps = { catalogue: Catalogue; sortOptions: FilterOptions['sortOptions']; list: ListController }

/** Lists the matching products; the previous ones stay visible while new ones are loading. */
export function ProductResults({ catalogue, sortOptions, list }: ProductResultsProps) {
  const resultsTop = useRef<HTMLDivElement>(null)
  const { data, isLoadingError, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...useQueries().products(toProductListQuery(catalogue, list.state)),
    placeholderData: keepPreviousData,
  })

  function scrollToTop() {
    resultsTop.current?.scrollIntoView()
    resultsTop.current?.focus({ preventScroll: true })
  }

  return (
    <div
      ref={resultsTop}
      tabIndex={-1}
      className="scroll-mt-20 outline-none"
      aria-busy={isPlaceholderData || undefined}
    >
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-4">
          <h2 className="sr-only">产品列表</h2>
          <p aria-live="polite" className="min-h-7 text-muted tabular-nums">
            {data && <ResultCount page={data} />}
          </p>
          <ClearFilters list={list} />
          <FollowSearch catalogue={catalogue} list={list} />
          {data && data.products.length > 0 && <MarketMapLink category={list.state.category} />}
        </div>
        <div data-print="none">
          <SortControl options={sortOptions} list={list} />
        </div>
      </div>
      {isPending && <GridSkeleton />}
      {isLoadingError && <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />}
      {data && data.closestMatch !== null && <ClosestMatch page={data} search={list.state.search} />}
      {data && (
        <div className={isPlaceholderData ? 'opacity-60 transition-opacity delay-150 duration-150' : undefined}>
          <ResultList catalogue={catalogue} page={data} list={list} onPageChange={scrollToTop} />
        </div>
      )}
    </div>
  )
}

function ResultCount({ page: { pagination } }: { page: ProductPage }) {
  const { totalItems, current, total } = pagination
  return (
    <span>
      共<strong className="px-0.5 text-ink">{totalItems}</strong>个产品
      {total > 1 && current <= total && <span className="hidden sm:inline">{`，第${current}页`}</span>}
    </span>
  )
}

/** Says that no product contains the search as a whole, and by which of its words the products are listed. */
const ClosestMatch = ({ page, search }: { page: ProductPage; search: string }) => (
  <p className="mb-5 text-muted">
    <span>
      没有完全符合“<bdi>{search}</bdi>”的产品，以下按符合的词排列：
      <bdi>{page.closestMatch?.join('、')}</bdi>。
    </span>
    {page.droppedWords.length > 0 && (
      <span>
        没有用上：<bdi>{page.droppedWords.join('、')}</bdi>。
      </span>
    )}
    <Link to={PAGES.shortlistWizard} className="ml-1 text-indigo underline">
      用选型向导逐条匹配产品
    </Link>
  </p>
)

function ClearFilters({ list }: { list: ListController }) {
  if (isUnfiltered(list.state)) return null
  return (
    <Link
      to={list.getUrl(NO_FILTERS)}
      className="inline-flex min-h-11 items-center text-indigo hover:underline"
      data-print="none"
    >
      清除筛选
    </Link>
  )
}

/** A button that follows the list's filters; none without a filter. */
function FollowSearch({ catalogue, list: { state } }: { catalogue: Catalogue; list: ListController }) {
  const query = toFilterQuery(toProductFilter(catalogue, state))
  if (query === '') return null
  return <FollowButton input={{ kind: 'search', catalogue, query }} subject="这些条件" label="关注这些条件" />
}

/** A link to the market map of the chosen category. */
function MarketMapLink({ category }: { category: string }) {
  if (category === '') return null
  return (
    <Link
      to={PAGES.marketMap(category)}
      className="inline-flex min-h-11 items-center text-indigo hover:underline"
      data-print="none"
    >
      {category}的市场图
    </Link>
  )
}

type ResultListProps = { catalogue: Catalogue; page: ProductPage; list: ListController; onPageChange: () => void }

function ResultList({ catalogue, page, list, onPageChange }: ResultListProps) {
  const { products, pagination } = page
  if (products.length === 0) return <NoResults catalogue={catalogue} page={page} list={list} />
  return (
    <>
      <ProductGrid catalogue={catalogue} products={products} list={list} />
      <div className="mt-8">
        <Pagination
          current={pagination.current}
          total={pagination.total}
          getUrl={(number) => list.getUrl({ page: number })}
          onChoose={onPageChange}
        />
      </div>
    </>
  )
}
