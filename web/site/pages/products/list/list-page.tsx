import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { Facet } from '#contracts/products/facets.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { baskets } from '../../../compare/basket.ts'
import { useBaskets } from '../../../compare/use-basket.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../../components/page-states.tsx'
import { PageTitle } from '../../../components/section.tsx'
import { useScrollToTopOnChange } from '../../../components/use-scroll-to-top-on-change.ts'
import type { SitePage } from '../../../page.ts'
import { useQueries } from '../../../site-context.tsx'
import { createBreadcrumbList } from '../../../structured-data.ts'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { Comparison } from '../comparison/comparison.tsx'
import { ActiveFacets } from './active-facets.tsx'
import { FacetButton, FacetPanel, hasFacetPanel } from './facet-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import {
  DEFAULT_LIST_STATE,
  formatListUrl,
  isUnfiltered,
  type ListState,
  toListState,
  toProductFilter,
  toProductListQuery,
} from './list-state.ts'
import { ProductResults } from './product-results.tsx'
import { type ListController, useListState } from './use-list-state.ts'

/**
 * Synchronizes the list's URL with the products chosen for a comparison, so that the URL can be shared. The products in
 * the first URL of a visit are added to the basket; later, a change of the basket, on any page or tab, updates the URL.
 */
function useBasketInUrl(catalogue: Catalogue, { state: { compare }, change }: ListController): void {
  const basket = useBaskets()?.[catalogue]
  const comparedIds = compare.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `comparedIds` represents `compare`; `change` is another function on every render.
  useEffect(() => {
    if (!basket || baskets.addFromUrl(catalogue, compare)) return
    const basketIds = basket.map(({ id }) => id)
    if (basketIds.join('\n') !== comparedIds) void change({ compare: basketIds }, { replace: true })
  }, [catalogue, basket, comparedIds])
}

export const agentListPage = createListPage('agent')
export const aiListPage = createListPage('ai')

/** Creates the page of a catalogue: the list, or the comparison of chosen products. */
function createListPage(catalogue: Catalogue): SitePage<'products' | 'ai'> {
  const { title, listPath } = CATALOGUE_PAGES[catalogue]
  return {
    queries(queries, { query }) {
      const state = toListState(query)
      if (state.isComparing)
        return [queries.attributes(catalogue), ...state.compare.map((id) => queries.comparedProduct(catalogue, id))]
      return [
        queries.cataloguePage(catalogue),
        queries.products(toProductListQuery(catalogue, state)),
        queries.productFacets(toProductFilter(catalogue, state)),
      ]
    },
    head({ match, client, queries, publicUrl, brand }) {
      const state = toListState(match.query)
      const page = client.getQueryData(queries.cataloguePage(catalogue).queryKey)
      // Each page of the unfiltered list is canonical; all other variants refer to its first page.
      const isInDefaultOrder = state.sort === DEFAULT_LIST_STATE.sort && state.order === DEFAULT_LIST_STATE.order
      const isPlainList = !state.isComparing && state.compare.length === 0 && isInDefaultOrder
      const isCanonical = isPlainList && isUnfiltered(state)
      const breadcrumbs = [{ name: title, path: listPath }]
      return {
        title: state.isComparing ? `产品对比 - ${title}` : page?.pageInfo.title,
        description: page?.pageInfo.subtitle || `${title}：按部署方式、类别与价格查找，并列比较能力、合规与技术规格`,
        canonical: isCanonical ? formatListUrl(listPath, { ...DEFAULT_LIST_STATE, page: state.page }) : listPath,
        noIndex: !isCanonical,
        jsonLd: [createBreadcrumbList(breadcrumbs, { publicUrl, brand })],
      }
    },
    Component: () => <ListPage catalogue={catalogue} />,
  }
}

function ListPage({ catalogue }: { catalogue: Catalogue }) {
  const list = useListState(catalogue)
  useScrollToTopOnChange(list.state.isComparing ? 'compare' : 'list')
  if (list.state.isComparing) return <Comparison catalogue={catalogue} list={list} />
  return <List catalogue={catalogue} list={list} />
}

function List({ catalogue, list }: { catalogue: Catalogue; list: ListController }) {
  useBasketInUrl(catalogue, list)
  const { data: page, isPending, isLoadingError, refetch } = useQuery(useQueries().cataloguePage(catalogue))
  const facets = useFacets(catalogue, list.state)
  const isFilterable = hasFacetPanel(facets, list.state)
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={SITE_MESSAGES.productsPageFailed} onRetry={() => refetch()} />
  return (
    <>
      <PageTitle title={page.pageInfo.title || CATALOGUE_PAGES[catalogue].title} subtitle={page.pageInfo.subtitle} />
      <div className="shell pt-8">
        <FilterBar catalogue={catalogue} page={page} list={list} />
        <div className={isFilterable ? 'mt-8 lg:grid lg:grid-cols-[15rem_1fr] lg:items-start lg:gap-8' : 'mt-8'}>
          {isFilterable && <FacetButton />}
          {isFilterable && <FacetPanel catalogue={catalogue} facets={facets} state={list.state} />}
          <div>
            <ActiveFacets facets={facets} list={list} />
            <ProductResults catalogue={catalogue} sortOptions={page.filterOptions.sortOptions} list={list} />
          </div>
        </div>
      </div>
    </>
  )
}

/** Returns the facets of a list; while new ones are loading, the previous ones. */
function useFacets(catalogue: Catalogue, state: ListState): readonly Facet[] {
  const { data = [] } = useQuery({
    ...useQueries().productFacets(toProductFilter(catalogue, state)),
    placeholderData: keepPreviousData,
  })
  return data
}
