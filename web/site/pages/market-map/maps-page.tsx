import { useQuery } from '@tanstack/react-query'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { MarketList, MarketSummary } from '#contracts/published-evaluations/market-map.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'

const SUBTITLE = '同一类别的产品，按平台评估的技术、商业与市场得分画在一张图上。'

export const page: SitePage<'marketMaps'> = {
  queries: (queries) => [queries.marketMaps()],
  head: () => ({ description: SUBTITLE }),
  Component: MapsPage,
}

function MapsPage() {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(useQueries().marketMaps())
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return (
    <>
      <PageTitle title={SITE_PAGES.marketMaps.title} subtitle={SUBTITLE} />
      <Section title="产品类别" lead={`只取有效的平台评估；一个类别至少有${data.required}个，才画得出市场图。`}>
        <Categories marketList={data} />
      </Section>
    </>
  )
}

function Categories({ marketList: { categories, required } }: { marketList: MarketList }) {
  if (categories.length === 0)
    return (
      <EmptyNotice message="目录中还没有产品。">
        <ButtonLink link={PAGES.evaluation}>了解评估方法</ButtonLink>
      </EmptyNotice>
    )
  const evaluated = categories.filter(({ count }) => count > 0)
  return (
    <>
      {evaluated.length === 0 ? (
        <p className="text-muted">还没有哪个类别有有效的平台评估。</p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {evaluated.map((market) => (
            <EvaluatedCategory key={market.category} market={market} required={required} />
          ))}
        </ul>
      )}
      <OtherCategories categories={categories.filter(({ count }) => count === 0)} />
    </>
  )
}

const EvaluatedCategory = ({
  market: { category, products, count },
  required,
}: {
  market: MarketSummary
  required: number
}) => (
  <li className="card relative p-5 hover:shadow-md">
    <h3 className="text-lg">
      <Link to={PAGES.marketMap(category)} className="after:absolute after:inset-0 hover:text-indigo">
        {category}
      </Link>
    </h3>
    <p className="mt-1 text-sm text-muted tabular-nums">
      {products}个产品，有效评估{count}个
    </p>
    <p className="mt-2 text-sm font-medium">
      {count >= required ? '查看市场图' : <span className="text-muted">还差{required - count}个</span>}
    </p>
  </li>
)

/** The categories without evaluations, collapsed: an import may bring a hundred of them. */
const OtherCategories = ({ categories }: { categories: readonly MarketSummary[] }) =>
  categories.length > 0 && (
    <details className="mt-8">
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        还没有有效评估的类别（{categories.length}）
      </summary>
      <ul className="mt-2 flex flex-wrap gap-x-6">
        {categories.map(({ category, products }) => (
          <li key={category}>
            <Link
              to={PAGES.marketMap(category)}
              className="inline-flex min-h-11 items-center gap-2 text-indigo hover:underline"
            >
              {category}
              <span className="text-sm text-muted tabular-nums">{products}个产品</span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
