import { useEffect } from 'react'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { baskets } from '../../../compare/basket.ts'
import { useComparedProducts } from '../../../compare/use-compared-products.ts'
import { getButtonClass } from '../../../components/buttons.tsx'
import { EmptyNotice, ErrorNotice } from '../../../components/page-states.tsx'
import { PageTitle } from '../../../components/section.tsx'
import { Link } from '../../../router.tsx'
import { BackLink } from '../back-link.tsx'
import { GridSkeleton } from '../list/grid-skeleton.tsx'
import type { ListController } from '../list/use-list-state.ts'
import { ComparisonContent } from './comparison-content.tsx'

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
