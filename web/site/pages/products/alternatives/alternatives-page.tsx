import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { getAlternativesPath } from '#contracts/product-pages.ts'
import type { Alternatives, AlternativesQuery } from '#contracts/similar-products/alternatives.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getButtonClass } from '../../../components/buttons.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { EmptyNotice } from '../../../components/page-states.tsx'
import { Lead } from '../../../components/phrases.tsx'
import { getMissingDataHead } from '../../../missing-data-head.ts'
import type { SitePage } from '../../../page.ts'
import { Link, useLocation, usePathParameter } from '../../../router.tsx'
import { useQueries } from '../../../site-context.tsx'
import { createBreadcrumbList } from '../../../structured-data.ts'
import { BackLink } from '../back-link.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { ActiveFacets } from '../list/active-facets.tsx'
import { FacetButton, FacetPanel, hasFacetPanel } from '../list/facet-panel.tsx'
import { isUnfiltered, type ListState, NO_FILTERS } from '../list/list-state.ts'
import { FILTER_FORM_ID } from '../list/sort-control.tsx'
import { type ListController, useListState } from '../list/use-list-state.ts'
import { usePreHydrationFilters } from '../list/use-pre-hydration-filters.ts'
import { ProductError } from '../product-error.tsx'
import { AlternativeCard } from './alternative-card.tsx'
import { createAlternativesJsonLd } from './alternatives-json-ld.ts'

export const agentAlternativesPage = createAlternativesPage('agent')
export const aiAlternativesPage = createAlternativesPage('ai')

type Filters = Pick<ListState, 'facetChoices' | 'verified'>

const toAlternativesQuery = (catalogue: Catalogue, { facetChoices, verified }: Filters): AlternativesQuery => ({
  catalogue,
  f: facetChoices,
  verified,
})

const describe = ({ product: { name, category }, total }: Alternatives): string =>
  total > 0
    ? `${category}类别中可以替代${name}的产品，按已知资料逐个比较：各有什么、没有什么，未知的注明未知。`
    : `${name}所属的类别中还没有别的产品。`

/** Creates the page that lists the alternatives of a product of a catalogue. Its URL names the product by id or name. */
function createAlternativesPage(catalogue: Catalogue): SitePage<'alternatives' | 'aiAlternatives'> {
  const { title, listPath, notFound, getProductPath } = CATALOGUE_PAGES[catalogue]
  return {
    queries: (queries, { params: { id = '' }, query: { f, verified } }) => [
      queries.alternatives(id, { catalogue, f, verified }),
    ],
    head(context) {
      const { match, client, queries, publicUrl, brand } = context
      const { f, verified } = match.query
      const alternativesQuery = queries.alternatives(match.params.id ?? '', { catalogue, f, verified })
      const data = client.getQueryData(alternativesQuery.queryKey)
      if (!data) return getMissingDataHead(context, alternativesQuery, notFound)
      const path = getAlternativesPath(catalogue, data.product)
      const isFiltered = verified || Object.keys(f).length > 0
      return {
        title: `${data.product.name}的替代产品 - ${title}`,
        description: describe(data),
        canonical: path,
        noIndex: isFiltered || data.total === 0,
        jsonLd: [
          createAlternativesJsonLd(data, (product) => publicUrl + getProductPath(product)),
          createBreadcrumbList(
            [
              { name: title, path: listPath },
              { name: data.product.name, path: getProductPath(data.product) },
              { name: '替代产品', path },
            ],
            { publicUrl, brand },
          ),
        ],
      }
    },
    Component: () => <AlternativesPage catalogue={catalogue} />,
  }
}

function AlternativesPage({ catalogue }: { catalogue: Catalogue }) {
  const id = usePathParameter('id')
  const { pathname } = useLocation()
  const list = useListState(catalogue, pathname)
  const { data, error, isPending, isLoadingError, isPlaceholderData, refetch } = useQuery({
    ...useQueries().alternatives(id, toAlternativesQuery(catalogue, list.state)),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <PageSkeleton />
  if (isLoadingError)
    return (
      <ProductError
        error={error}
        idOrName={id}
        listPath={CATALOGUE_PAGES[catalogue].listPath}
        onRetry={() => refetch()}
      />
    )
  return <AlternativeList catalogue={catalogue} data={data} list={list} isLoading={isPlaceholderData} />
}

type AlternativeListProps = { catalogue: Catalogue; data: Alternatives; list: ListController; isLoading: boolean }

function AlternativeList({ catalogue, data, list, isLoading }: AlternativeListProps) {
  const { pathname } = useLocation()
  const { product, items, facets } = data
  const isFilterable = hasFacetPanel(facets, list.state)
  return (
    <>
      <div className="border-b border-line bg-surface">
        <div className="shell pt-4 pb-8 md:pb-10">
          <BackLink to={CATALOGUE_PAGES[catalogue].getProductPath(product)}>返回{product.name}</BackLink>
          <h1 className="mt-3 text-3xl break-words md:text-4xl">{product.name}的替代产品</h1>
          <Lead text={describe(data)} className="mt-3" />
        </div>
      </div>
      <div className="shell py-8">
        <FilterForm list={list} />
        <div className={isFilterable ? 'lg:grid lg:grid-cols-[15rem_1fr] lg:items-start lg:gap-8' : undefined}>
          {isFilterable && <FacetButton />}
          {isFilterable && <FacetPanel catalogue={catalogue} facets={facets} state={list.state} listPath={pathname} />}
          <div aria-busy={isLoading || undefined}>
            <ActiveFacets facets={facets} list={list} />
            <h2 className="sr-only">产品列表</h2>
            <p aria-live="polite" className="mb-5 text-muted tabular-nums">
              {describeCount(data)}
            </p>
            {items.length === 0 && <NoAlternatives catalogue={catalogue} list={list} />}
            <ul className="grid gap-5">
              {items.map((item) => (
                <AlternativeCard key={item.id} catalogue={catalogue} product={product} alternative={item} />
              ))}
            </ul>
          </div>
        </div>
      </div>
    </>
  )
}

const describeCount = ({ items, total }: Alternatives): string =>
  items.length < total ? `同类的其他产品有${total}个，列出资料最相近的${items.length}个` : `共${total}个产品`

/** The form to which the checkboxes of the facets belong. */
function FilterForm({ list }: { list: ListController }) {
  const form = useRef<HTMLFormElement>(null)
  usePreHydrationFilters(form, list)
  return (
    <search>
      <form ref={form} id={FILTER_FORM_ID} method="get" onSubmit={(event) => event.preventDefault()} />
    </search>
  )
}

type NoAlternativesProps = { catalogue: Catalogue; list: ListController }

function NoAlternatives({ catalogue, list }: NoAlternativesProps) {
  const isEmptyCategory = isUnfiltered(list.state)
  return (
    <EmptyNotice message={isEmptyCategory ? '同类的其他产品还没有收录。' : '没有同类产品符合这些条件。'}>
      <div className="flex flex-wrap justify-center gap-3">
        {!isEmptyCategory && (
          <Link to={list.getUrl(NO_FILTERS)} className={getButtonClass('outline')}>
            清除所有筛选条件
          </Link>
        )}
        <Link to={CATALOGUE_PAGES[catalogue].listPath} className={getButtonClass('outline')}>
          查看全部产品
        </Link>
      </div>
    </EmptyNotice>
  )
}
