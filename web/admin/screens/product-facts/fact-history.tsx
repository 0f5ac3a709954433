import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { FactChange } from '#contracts/facts/fact.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { FACT_ACTION_LABELS, FACT_GRADE_LABELS } from '#contracts/facts/vocabulary.ts'
import { describeFactChange } from '#contracts/rules/facts/describe-change.ts'
import { formatDay, formatMinute } from '../../../shared/formats.ts'
import { LoadError } from '../../components/load-error.tsx'
import { factChangesQuery, type ProductReference } from './fact-calls.ts'

type FactHistoryProps = { product: ProductReference; attribute?: string | undefined }

/** Lists the changes of a product's facts, or of one attribute, each with time, author and both values. */
export function FactHistory({ product, attribute }: FactHistoryProps) {
  const changesQuery = useInfiniteQuery(factChangesQuery(product, attribute))
  if (changesQuery.isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (!changesQuery.data)
    return <LoadError error={changesQuery.error} fallback={FACT_MESSAGES.factsFailed} onRetry={changesQuery.refetch} />
  const changes = changesQuery.data.pages.flatMap(({ data }) => data)
  if (changes.length === 0) return <p className="text-muted">还没有更新记录。</p>
  return (
    <>
      <ol className="divide-y divide-line">
        {changes.map((change) => (
          <li key={change.id} className="py-2">
            <p className="wrap-anywhere">
              <span className="font-semibold">
                {FACT_ACTION_LABELS[change.action]}
                {attribute === undefined && `“${change.label}”`}
              </span>
              {describeFactChange(change)}
            </p>
            <p className="text-sm text-muted tabular-nums">
              {formatMinute(change.at)}，{change.by?.name ?? '系统'}
              {describeSource(change)}
            </p>
          </li>
        ))}
      </ol>
      {changesQuery.hasNextPage && (
        <Button
          className="mt-2"
          loading={changesQuery.isFetchingNextPage}
          onClick={() => void changesQuery.fetchNextPage()}
        >
          更早的记录
        </Button>
      )}
    </>
  )
}

/** Formats the grade and day of a fact's source, before and after the change if they differ. */
function describeSource({ before, after }: FactChange): string {
  const formatSource = (state: FactChange['after']) =>
    state && `${FACT_GRADE_LABELS[state.grade]} ${state.readAt ? formatDay(state.readAt) : '日期不明'}`
  const [from, to] = [formatSource(before), formatSource(after)]
  if (from === null || to === null) return `，${from ?? to ?? ''}`
  return from === to ? `，${to}` : `，${from} → ${to}`
}
