import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factCalls } from '#contracts/facts/calls.ts'
import { FACT_ACTION_LABELS } from '#contracts/facts/vocabulary.ts'
import { describeFactChange } from '#contracts/rules/facts/describe-change.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { keyOf } from '../../../../shared/call-query.ts'
import { formatDay } from '../../../../shared/formats.ts'
import { Button } from '../../../components/buttons.tsx'

type FactChangesProps = { productId: string; catalogue: Catalogue }

/** The change history of a product's facts, loaded when it is opened. */
export function FactChanges(props: FactChangesProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details data-print="none" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer text-lg font-semibold">资料更新记录</summary>
      {isOpen && <ChangeList {...props} />}
    </details>
  )
}

function ChangeList({ productId, catalogue }: FactChangesProps) {
  const { data, isLoadingError, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(factCalls.listChanges, { catalogue, productId }, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      call(factCalls.listChanges, { params: { id: productId }, query: { catalogue, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { current, total } }) => (current < total ? current + 1 : undefined),
  })
  if (isLoadingError) return <p role="alert">{toErrorMessage(error)}</p>
  if (isPending) return <p className="text-muted">正在加载……</p>
  const changes = data.pages.flatMap((page) => page.data)
  if (changes.length === 0) return <p className="text-muted">还没有更新记录。</p>
  return (
    <>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {changes.map((change) => (
          <li key={change.id} className="grid gap-x-4 py-2 sm:grid-cols-[9rem_1fr]">
            <span className="text-muted tabular-nums">{formatDay(change.at)}</span>
            <span>
              {FACT_ACTION_LABELS[change.action]}“{change.label}”{describeFactChange(change)}
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="outline" className="mt-4" isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          更早的记录
        </Button>
      )}
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {toErrorMessage(error)}
        </p>
      )}
    </>
  )
}
