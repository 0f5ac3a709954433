import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { SearchPage as SearchResult } from '#contracts/public-api.ts'
import { SEARCH_KIND_LABELS, SEARCH_KINDS, type SearchKind } from '#contracts/search/kinds.ts'
import type { SearchHit } from '#contracts/search/search.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { HighlightedMatch, SearchExcerpts } from '../../components/search-excerpt.tsx'
import { PageTitle } from '../../components/section.tsx'
import { SiteSearchBox } from '../../components/site-search-box.tsx'
import { Tag } from '../../components/tag.tsx'
import { useScrollToTopOnChange } from '../../components/use-scroll-to-top-on-change.ts'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { usePageQuery } from '../../use-page-query.ts'

const { path, parameters, title } = SITE_PAGES.search
type Query = { q: string; kind: '' | SearchKind; page: number }
const getUrl = (query: Partial<Query>) => buildPageUrl(path, parameters, query)

export const page: SitePage<'search'> = {
  queries: (queries, { query }) => [queries.search(query)],
  head: ({ match: { query } }) => ({
    title: query.q === '' ? title : `${query.q} - ${title}`,
    description: '在智能体产品、78AI、活动与内容中搜索。',
    noIndex: true,
  }),
  Component: SearchPage,
}

function SearchPage() {
  const { query } = usePageQuery(parameters)
  useScrollToTopOnChange(String(query.page))
  const { data, isPending, isLoadingError, error, refetch } = useQuery({
    ...useQueries().search(query),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <PageSkeleton />
  return (
    <>
      <PageTitle title={title}>
        <div className="mt-6 flex max-w-prose flex-wrap gap-3">
          <SiteSearchBox search={query.q} className="min-w-60 flex-1" />
        </div>
      </PageTitle>
      <div className="shell py-8">
        {isLoadingError && <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />}
        {data && <Results result={data} query={query} />}
      </div>
    </>
  )
}

function Results({ result, query }: { result: SearchResult; query: Query }) {
  const { items, pagination, closestMatch, droppedWords } = result
  if (query.q === '') return <EmptyNotice message="输入产品、厂商、能力、活动或内容中的文字，也可以用拼音。" />
  const hasResults = SEARCH_KINDS.some((kind) => result.counts[kind] > 0)
  if (!hasResults) return <NoResults q={query.q} />
  return (
    <>
      <KindLinks result={result} query={query} />
      <p aria-live="polite" className="mt-6 mb-2 text-muted">
        {closestMatch === null ? (
          <span>
            共<strong className="px-0.5 text-ink">{pagination.totalItems}</strong>条结果
          </span>
        ) : (
          <span>
            没有完全符合“<bdi>{query.q}</bdi>”的内容，以下按符合的词排列：
            <bdi>{closestMatch.join('、')}</bdi>。
            {droppedWords.length > 0 && (
              <span>
                没有用上：<bdi>{droppedWords.join('、')}</bdi>。
              </span>
            )}
          </span>
        )}
      </p>
      {isQuestion(closestMatch, droppedWords) && (
        <p className="mb-4">
          看起来是一组要求：
          <Link to={PAGES.shortlistWizard} className="text-indigo underline">
            用选型向导逐条匹配产品
          </Link>
        </p>
      )}
      {items.length === 0 ? (
        <EmptyNotice message={query.kind === '' ? '没有这一页' : `${SEARCH_KIND_LABELS[query.kind]}中没有找到`}>
          <Link to={getUrl({ q: query.q })} className={getButtonClass('outline')}>
            查看全部结果
          </Link>
        </EmptyNotice>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {items.map((hit) => (
            <HitRow key={`${hit.kind} ${hit.url} ${hit.title} ${hit.excerpt}`} hit={hit} />
          ))}
        </ul>
      )}
      <div className="mt-8">
        <Pagination
          current={pagination.current}
          total={pagination.total}
          getUrl={(page) => getUrl({ ...query, page })}
        />
      </div>
    </>
  )
}

/** How many words make a search read like requirements. */
const REQUIREMENT_WORDS = 3

const isQuestion = (words: readonly string[] | null, droppedWords: readonly string[]): boolean =>
  words !== null && words.length + droppedWords.length >= REQUIREMENT_WORDS

/** Links to the results of each kind, with their counts. */
function KindLinks({ result: { counts }, query }: { result: SearchResult; query: Query }) {
  const total = SEARCH_KINDS.reduce((sum, kind) => sum + counts[kind], 0)
  const kinds: { kind: Query['kind']; label: string; count: number }[] = [
    { kind: '', label: '全部', count: total },
    ...SEARCH_KINDS.map((kind) => ({ kind, label: SEARCH_KIND_LABELS[kind], count: counts[kind] })),
  ]
  return (
    <nav aria-label="结果的类别">
      <ul className="flex flex-wrap gap-2">
        {kinds.map(({ kind, label, count }) => (
          <li key={kind}>
            <Link
              to={getUrl({ q: query.q, kind })}
              aria-current={kind === query.kind ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-lg border border-control px-3.5 hover:border-indigo aria-[current=page]:border-indigo aria-[current=page]:bg-indigo-tint aria-[current=page]:text-indigo"
            >
              {label}
              <span className="text-sm text-muted tabular-nums">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const TITLE_LABELS: ReadonlySet<string> = new Set(['名称', '标题'])

function HitRow({ hit: { kind, title: name, url, excerpt, matches } }: { hit: SearchHit }) {
  const titleMatch = matches.find(({ label }) => TITLE_LABELS.has(label))
  // A slogan is shown in full, and not again as a match.
  const excerptMatch = matches.find(({ parts }) => parts.map(({ text }) => text).join('') === excerpt)
  return (
    <li className="py-4">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        <Link to={url} className="inline-flex min-h-11 items-center text-indigo hover:underline sm:min-h-8">
          <span>{titleMatch ? <HighlightedMatch match={titleMatch} /> : name}</span>
        </Link>
        <Tag>{SEARCH_KIND_LABELS[kind]}</Tag>
      </h2>
      {excerpt && excerpt !== name && (
        <p className="line-clamp-2 text-muted">{excerptMatch ? <HighlightedMatch match={excerptMatch} /> : excerpt}</p>
      )}
      <SearchExcerpts matches={matches.filter((match) => match !== titleMatch && match !== excerptMatch)} />
    </li>
  )
}

function NoResults({ q }: { q: string }) {
  const productsPage = SITE_PAGES.products
  return (
    <EmptyNotice
      message={
        <span>
          没有找到“<bdi>{q}</bdi>”。换个更短的词试试，或者：
        </span>
      }
    >
      <div className="flex flex-wrap justify-center gap-3">
        <Link to={buildPageUrl(productsPage.path, productsPage.parameters, {})} className={getButtonClass('outline')}>
          按条件筛选智能体产品
        </Link>
        <Link to={PAGES.shortlistWizard} className={getButtonClass('outline')}>
          用选型向导找产品
        </Link>
        <Link to={PAGES.selection} className={getButtonClass('outline')}>
          请顾问帮忙选型
        </Link>
      </div>
    </EmptyNotice>
  )
}
