import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { analyticsCalls } from '#contracts/analytics/calls.ts'
import { buildCallUrl } from '#contracts/call-url.ts'
import { openDataCalls } from '#contracts/open-data/calls.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { ProductDetail } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { baskets } from '../../../compare/basket.ts'
import { focusNextRemoval } from '../../../compare/focus-next-removal.ts'
import { type ComparedEntry, useComparedProducts } from '../../../compare/use-compared-products.ts'
import { Button, getButtonClass } from '../../../components/buttons.tsx'
import { EmptyNotice, ErrorNotice } from '../../../components/page-states.tsx'
import { PrintedPageUrl } from '../../../components/printed-page-url.tsx'
import { PageTitle } from '../../../components/section.tsx'
import { Link } from '../../../router.tsx'
import { useQueries } from '../../../site-context.tsx'
import { AddToShortlist } from '../../shortlists/add-to-shortlist.tsx'
import { BackLink } from '../back-link.tsx'
import { GridSkeleton } from '../list/grid-skeleton.tsx'
import type { ListController } from '../list/use-list-state.ts'
import { numberSources, PrintedSources } from '../printed-sources.tsx'
import { ComparisonCards } from './comparison-cards.tsx'
import { listComparisonRows } from './comparison-rows.ts'
import { ComparisonTable } from './comparison-table.tsx'

type ComparisonContentProps = { catalogue: Catalogue; products: readonly ProductDetail[]; list: ListController }

/** The compared products side by side, in a layout for wide and one for narrow screens, with what to do next above. */
function ComparisonContent({ catalogue, products, list }: ComparisonContentProps) {
  const { state, change } = list
  const { data: attributes = [] } = useQuery(useQueries().attributes(catalogue))
  const rows = listComparisonRows(products, attributes, { onlyDifferences: state.onlyDifferences })
  const sources = numberSources(rows.factGroups.flatMap((group) => group.rows.flatMap((row) => row.facts)))
  const isEmpty = rows.fieldRows.length + rows.factGroups.length + rows.specificationRows.length === 0

  function removeProduct(id: string, button: HTMLElement) {
    focusNextRemoval(button)
    baskets.remove(catalogue, id)
    void change({ compare: state.compare.filter((other) => other !== id) }, { replace: true })
  }

  const layoutProps = { ...rows, catalogue, products, sources, onRemove: removeProduct }
  return (
    <>
      <ComparisonActions catalogue={catalogue} products={products} list={list} />
      <PrintedPageUrl>“未知”不等于“无”；方括号中的数字为出处，列在最后。</PrintedPageUrl>
      {/* Style sheets show one of the two layouts. */}
      <ComparisonTable {...layoutProps} />
      <ComparisonCards {...layoutProps} />
      <PrintedSources sources={sources} />
      {isEmpty && <EmptyNotice message="所选产品在各栏目上没有差异" />}
    </>
  )
}

/** Returns the URL to create an evaluation project with the compared products as candidates. */
const getNewProjectUrl = (products: readonly ProductDetail[]): string =>
  buildPageUrl(PAGES.evaluationProjects, SITE_PAGES.evaluationProjects.parameters, {
    products: products.map(({ id }) => id),
  })

const getInquiryUrl = (catalogue: Catalogue, products: readonly ProductDetail[]): string =>
  buildPageUrl(PAGES.inquiries, SITE_PAGES.inquiries.parameters, { products: products.map(({ id }) => id), catalogue })

const getExportUrl = (catalogue: Catalogue, products: readonly ProductDetail[]): string =>
  buildCallUrl(openDataCalls.downloadComparison, {
    query: { catalogue, products: products.map(({ id }) => id).join(',') },
  })

function ComparisonActions({ catalogue, products, list: { state, change } }: ComparisonContentProps) {
  return (
    <div className="mb-5 flex flex-wrap gap-3" data-print="none">
      {products.length > 1 && (
        <Button
          variant={state.onlyDifferences ? 'secondary' : 'outline'}
          aria-pressed={state.onlyDifferences}
          onClick={() => change({ onlyDifferences: !state.onlyDifferences }, { replace: true })}
        >
          只看差异
        </Button>
      )}
      <Button variant="outline" onClick={() => window.print()}>
        <Printer className="size-4" aria-hidden />
        打印
      </Button>
      <a href={getExportUrl(catalogue, products)} className={getButtonClass('outline')} download>
        <FileSpreadsheet className="size-4" aria-hidden />
        导出Excel
      </a>
      <AddToShortlist catalogue={catalogue} products={products} />
      <Link to={getNewProjectUrl(products)} className={getButtonClass('outline')}>
        用这些产品新建评估项目
      </Link>
      <Link to={getInquiryUrl(catalogue, products)} className={getButtonClass('outline')}>
        向厂商征询
      </Link>
    </div>
  )
}

/** The products that have been counted since the page was opened, each once. */
const countedIds = new Set<string>()

/** Reports which products are compared with each other, and nothing about the visitor. */
function useCountedComparison(entries: readonly ComparedEntry[]): void {
  const ids = entries.flatMap(({ id, product }) => (product ? [id] : []))
  const key = ids.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents `ids`.
  useEffect(() => {
    const products = ids.filter((id) => !countedIds.has(id))
    if (ids.length < 2 || products.length === 0 || window.parent !== window) return
    for (const id of products) countedIds.add(id)
    const body = new Blob([JSON.stringify({ products })], { type: 'application/json' })
    navigator.sendBeacon?.(analyticsCalls.countComparison.path, body)
  }, [key])
}

type ComparisonProps = { catalogue: Catalogue; list: ListController }

/** The side-by-side comparison of the chosen products. */
export function Comparison({ catalogue, list }: ComparisonProps) {
  const { state, getUrl } = list
  const comparedProducts = useComparedProducts(catalogue, state.compare)
  const missingIds = comparedProducts.entries.filter(({ product }) => product === null).map(({ id }) => id)
  const missingKey = missingIds.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: only with the products in the URL when the page is opened.
  useEffect(() => baskets.fillIfEmpty(catalogue, state.compare), [catalogue])
  // Missing products are removed, as they would count towards the limit, and narrow screens don't list them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `missingKey` represents `missingIds`.
  useEffect(() => {
    for (const id of missingIds) baskets.remove(catalogue, id)
  }, [catalogue, missingKey])

  useCountedComparison(comparedProducts.entries)

  return (
    <div className="prints-wide">
      <PageTitle title="产品对比">
        <div className="mt-2 -mb-4" data-print="none">
          <BackLink to={getUrl({ isComparing: false })}>返回列表</BackLink>
        </div>
      </PageTitle>
      <div className="shell py-8">
        {missingIds.length > 0 && <MissingNotice ids={missingIds} />}
        <ComparisonState catalogue={catalogue} list={list} comparedProducts={comparedProducts} />
      </div>
    </div>
  )
}

type ComparisonStateProps = ComparisonProps & { comparedProducts: ReturnType<typeof useComparedProducts> }

function ComparisonState({ catalogue, list, comparedProducts }: ComparisonStateProps) {
  const { entries, isPending, error, retry } = comparedProducts
  const products = entries.flatMap(({ product }) => product ?? [])
  if (error) return <ErrorNotice message={toErrorMessage(error)} onRetry={retry} />
  if (isPending) return <GridSkeleton />
  if (products.length === 0)
    return (
      <EmptyNotice message="还没有选择要对比的产品">
        <Link to={list.getUrl({ isComparing: false })} className={getButtonClass('outline')}>
          去列表中选择
        </Link>
      </EmptyNotice>
    )
  return <ComparisonContent catalogue={catalogue} products={products} list={list} />
}

function MissingNotice({ ids }: { ids: readonly string[] }) {
  return (
    <p className="mb-6 rounded-lg border border-line bg-sunken px-4 py-3" role="status">
      以下产品不存在或已下线，未列入对比：{ids.join('、')}
    </p>
  )
}
