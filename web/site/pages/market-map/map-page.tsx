import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { buildCallUrl } from '#contracts/call-url.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { publishedEvaluationCalls } from '#contracts/published-evaluations/calls.ts'
import type { MarketMap } from '#contracts/published-evaluations/market-map.ts'
import { PUBLICATION_MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice, NotFoundNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { getMissingDataHead } from '../../missing-data-head.ts'
import type { SitePage } from '../../page.ts'
import { usePathParameter } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { MapChart } from './map-chart.tsx'
import { MapTable } from './map-table.tsx'

const FORMATS = ['json', 'csv', 'xlsx'] as const
const LIST_PAGES: Record<Catalogue, { page: typeof SITE_PAGES.products; label: string }> = {
  agent: { page: SITE_PAGES.products, label: '智能体目录' },
  ai: { page: SITE_PAGES.ai, label: '78AI目录' },
}

export const page: SitePage<'marketMap'> = {
  queries: (queries, { params }) => [queries.marketMap(params.category ?? '')],
  head(context) {
    const { match, client, queries } = context
    const category = match.params.category ?? ''
    const mapQuery = queries.marketMap(category)
    const data = client.getQueryData(mapQuery.queryKey)
    if (!data) return getMissingDataHead(context, mapQuery, PUBLICATION_MESSAGES.categoryNotFound)
    return { title: `${category}市场图`, description: describeMap(data), noIndex: data.points.length === 0 }
  },
  Component: MapPage,
}

const isComplete = ({ count, required }: MarketMap): boolean => count >= required

const describeMap = (map: MarketMap): string =>
  isComplete(map)
    ? `${map.products}个产品中的${map.count}个，按平台评估的技术与商业得分排布，圆的大小是市场得分。`
    : `${PUBLICATION_MESSAGES.tooFewMapProducts(map.count, map.required)}。`

function MapPage() {
  const category = usePathParameter('category')
  const { data, isPending, isLoadingError, error, refetch } = useQuery(useQueries().marketMap(category))
  if (isPending) return <PageSkeleton />
  if (isNotFound(error)) return <NoCategory message={error.message} />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  return (
    <>
      <PageTitle title={`${category}市场图`} subtitle={describeMap(data)} />
      {isComplete(data) ? <FullMap map={data} /> : <MissingProducts map={data} />}
    </>
  )
}

const NoCategory = ({ message }: { message: string }) => (
  <NotFoundNotice message={message}>
    <ButtonLink link={PAGES.marketMaps} variant="outline">
      查看全部类别
    </ButtonLink>
  </NotFoundNotice>
)

const CatalogueLinks = ({ map: { category, catalogues } }: { map: MarketMap }) => (
  <>
    {catalogues.map((catalogue) => {
      const { page: listPage, label } = LIST_PAGES[catalogue]
      return (
        <ButtonLink
          key={catalogue}
          link={buildPageUrl(listPage.path, listPage.parameters, { category })}
          variant="outline"
        >
          {label}中的{category}
        </ButtonLink>
      )
    })}
    <ButtonLink link={PAGES.marketMaps} variant="outline">
      全部类别
    </ButtonLink>
  </>
)

const MissingProducts = ({ map }: { map: MarketMap }) => (
  <Section>
    <EmptyNotice
      message={`这个类别有${map.products}个产品，其中${map.count}个的平台评估在有效期内，且评过技术、商业、市场三组。`}
    >
      <div className="flex flex-wrap justify-center gap-3">
        <CatalogueLinks map={map} />
      </div>
    </EmptyNotice>
  </Section>
)

const FullMap = ({ map }: { map: MarketMap }) => (
  <Section>
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
      <MapChart map={map} />
      <MapTable points={map.points} />
    </div>
    <div className="mt-8 flex flex-wrap gap-3" data-print="none">
      {FORMATS.map((format) => (
        <a
          key={format}
          href={buildCallUrl(publishedEvaluationCalls.exportMap, {
            params: { category: map.category },
            query: { format },
          })}
          className={getButtonClass('outline')}
          download
        >
          <Download className="size-4" aria-hidden />
          {format.toUpperCase()}
        </a>
      ))}
      <CatalogueLinks map={map} />
    </div>
  </Section>
)
