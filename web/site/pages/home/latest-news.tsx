import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { formatEnteredDay } from '#contracts/rules/calendar-day.ts'
import { describeDay } from '#contracts/rules/describe-day.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { Section } from '../../components/section.tsx'
import { Link } from '../../router.tsx'
import { useQueries } from '../../site-context.tsx'
import { EVENTS_URL } from '../community/events-url.ts'

const MAX_LABELS = 3

/** The latest news of the platform; renders nothing if there is none. */
export function LatestNews() {
  const { data } = useQuery(useQueries().latest())
  if (!data) return null
  const { facts, products, events, evaluations } = data
  if (facts.length + products.length + events.length + evaluations.length === 0) return null
  return (
    <Section title="最新动态">
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        <NewsList title="资料更新" moreLink={{ path: PAGES.products, label: '全部产品' }}>
          {facts.map(({ product, updatedOn, labels }) => (
            <NewsItem
              key={product.id}
              path={getProductPath(product)}
              title={product.name}
              note={describeDay(updatedOn)}
            >
              {labels.slice(0, MAX_LABELS).join('、')}
              <span>{labels.length > MAX_LABELS && `等${labels.length}项`}</span>
            </NewsItem>
          ))}
        </NewsList>
        <NewsList title="新收录" moreLink={{ path: PAGES.shortlistWizard, label: '选型向导' }}>
          {products.map((product) => (
            <NewsItem key={product.id} path={getProductPath(product)} title={product.name} note={product.category}>
              {product.summary}
            </NewsItem>
          ))}
        </NewsList>
        <NewsList title="近期活动" moreLink={{ path: EVENTS_URL, label: '活动日历' }}>
          {events.map(({ id, title, date, time, location }) => (
            <NewsItem key={id} path={EVENTS_URL} title={title} note={formatEnteredDay(date)}>
              {[time, location].filter(Boolean).join('，')}
            </NewsItem>
          ))}
        </NewsList>
        <NewsList title="平台评估" moreLink={{ path: PAGES.marketMaps, label: '市场图' }}>
          {evaluations.map(({ product, recommendation, score, isExample, publishedOn }) => (
            <NewsItem
              key={product.id}
              path={getProductPath(product)}
              title={product.name}
              note={describeDay(publishedOn)}
            >
              <span>{isExample && '示例，'}</span>
              {recommendation}，{score}分
            </NewsItem>
          ))}
        </NewsList>
      </div>
    </Section>
  )
}

const getProductPath = ({ id, catalogue }: { id: string; catalogue: Catalogue }) => PRODUCT_PAGES[catalogue](id)

type NewsListProps = { title: string; moreLink: { path: string; label: string }; children: readonly ReactNode[] }

function NewsList({ title, moreLink, children }: NewsListProps) {
  if (children.length === 0) return null
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-lg">{title}</h3>
        <Link to={moreLink.path} className="inline-flex min-h-11 items-center text-indigo hover:underline">
          {moreLink.label}
        </Link>
      </div>
      <ul className="divide-y divide-line border-y border-line">{children}</ul>
    </section>
  )
}

type NewsItemProps = { path: string; title: string; note: string; children: ReactNode }

const NewsItem = ({ path, title, note, children }: NewsItemProps) => (
  <li className="relative py-2.5 hover:bg-sunken">
    <p className="flex items-baseline justify-between gap-4">
      <Link to={path} className="font-medium after:absolute after:inset-0">
        {title}
      </Link>
      <span className="shrink-0 text-sm text-muted tabular-nums">{note}</span>
    </p>
    <p className="line-clamp-1 text-sm text-muted">{children}</p>
  </li>
)
