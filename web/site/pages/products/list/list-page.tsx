import { useQuery } from '@tanstack/react-query'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { SitePage } from '../../../page.ts'
import { PageSkeleton } from '../../../parts/page-skeleton.tsx'
import { ErrorNotice } from '../../../parts/page-states.tsx'
import { PageTitle } from '../../../parts/section.tsx'
import { useTopOfNewView } from '../../../parts/use-top-of-new-view.ts'
import { useQueries } from '../../../site-context.tsx'
import { breadcrumbList } from '../../../structured-data.ts'
import { CATALOGUE_FACTS } from '../catalogues.ts'
import { Comparison } from '../comparison/comparison.tsx'
import { useBasketInAddress } from '../comparison/use-basket-in-address.ts'
import { ChosenFacets } from './chosen-facets.tsx'
import { FacetButton, FacetPanel, useFacets } from './facet-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import { formatListUrl, isUnfiltered, listFilter, listQuery, listState, PLAIN_LIST } from './list-state.ts'
import { ProductResults } from './product-results.tsx'
import { useListState } from './use-list-state.ts'

export const agentListPage = createListPage('agent')
export const aiListPage = createListPage('ai')

/** Creates the page of a catalogue: the list, or the comparison of chosen products. */
function createListPage(catalogue: Catalogue): SitePage<'products' | 'ai'> {
  const { title, listPath } = CATALOGUE_FACTS[catalogue]
  return {
    queries(queries, { query }) {
      const state = listState(query)
      if (state.isComparing)
        return [queries.attributes(catalogue), ...state.compare.map((id) => queries.compared(catalogue, id))]
      return [
        queries.cataloguePage(catalogue),
        queries.products(listQuery(catalogue, state)),
        queries.productFacets(listFilter(catalogue, state)),
      ]
    },
    head({ match, client, queries, publicUrl, brand }) {
      const state = listState(match.query)
      const page = client.getQueryData(queries.cataloguePage(catalogue).queryKey)
      // Each page of the unfiltered list is canonical; every other variant refers to the plain list.
      const isOwn = isUnfiltered(state) && !state.isComparing && state.compare.length === 0 && state.sort === 'rating'
      const trail = [{ name: title, path: listPath }]
      return {
        title: state.isComparing ? `产品对比 - ${title}` : page?.pageInfo.title,
        description: page?.pageInfo.subtitle || `${title}：按部署方式、类别与价格查找，并列比较能力、合规与技术规格`,
        canonical: isOwn ? formatListUrl(listPath, { ...PLAIN_LIST, page: state.page }) : listPath,
        noIndex: !isOwn,
        jsonLd: [breadcrumbList(trail, { publicUrl, brand })],
      }
    },
    Component: () => <ListPage catalogue={catalogue} />,
  }
}

function ListPage({ catalogue }: { catalogue: Catalogue }) {
  const choices = useListState(catalogue)
  useTopOfNewView(choices.state.isComparing ? 'compare' : 'list')
  if (choices.state.isComparing) return <Comparison catalogue={catalogue} choices={choices} />
  return <List catalogue={catalogue} choices={choices} />
}

function List({ catalogue, choices }: { catalogue: Catalogue; choices: ReturnType<typeof useListState> }) {
  useBasketInAddress(catalogue, choices)
  const { data: page, isPending, isError, refetch } = useQuery(useQueries().cataloguePage(catalogue))
  const facets = useFacets(catalogue, choices.state)
  if (isPending) return <PageSkeleton />
  if (isError) return <ErrorNotice message={SITE_MESSAGES.productsPageFailed} onRetry={() => refetch()} />
  return (
    <>
      <PageTitle title={page.pageInfo.title || CATALOGUE_FACTS[catalogue].title} subtitle={page.pageInfo.subtitle} />
      <div className="shell pt-8">
        <FilterBar catalogue={catalogue} page={page} choices={choices} />
        <div className={facets.length > 0 ? 'mt-8 lg:grid lg:grid-cols-[15rem_1fr] lg:items-start lg:gap-8' : 'mt-8'}>
          <FacetButton facets={facets} />
          <FacetPanel catalogue={catalogue} facets={facets} state={choices.state} />
          <div>
            <ChosenFacets facets={facets} choices={choices} />
            <ProductResults catalogue={catalogue} sortOptions={page.filterOptions.sortOptions} choices={choices} />
          </div>
        </div>
      </div>
    </>
  )
}
