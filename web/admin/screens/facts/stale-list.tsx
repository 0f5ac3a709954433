import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Check } from 'lucide-react'
import type { StaleFact } from '#contracts/facts/fact-review.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { FACTS_KEY } from '../product-facts/fact-calls.ts'
import { FactButton, FactRow, SourcedValue } from './fact-row.tsx'
import { listStale } from './review-calls.ts'
import { ShortcutHints } from './shortcut-hints.tsx'
import { getConfirmBlocker, type Outcome, useConfirmations } from './use-confirmations.ts'
import { useRowNavigation } from './use-row-navigation.ts'

type StaleListProps = { filters: Filters; order: string; onOpen: (fact: StaleFact) => void }

/** The stale facts. `C` confirms the selected one and selects the next, `U` undoes a confirmation, Enter edits. */
export function StaleList({ filters, order, onOpen }: StaleListProps) {
  const canEdit = useCan('products:write')
  const query = `${filters.query}&order=${order}`
  const list = useQuery({
    queryKey: [...FACTS_KEY, 'stale', query],
    queryFn: () => listStale(query),
    placeholderData: keepPreviousData,
    // Not refetched in the background: confirmed facts stay in their row until more are loaded.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const facts = list.data?.data ?? []
  const rows = useRowNavigation(facts.map(({ id }) => id))
  const { outcomes, confirm, withdraw } = useConfirmations(list.dataUpdatedAt)
  const selectedFact = facts.find(({ id }) => id === rows.selectedKey)
  const isDone = (fact: StaleFact) => ['confirming', 'confirmed'].includes(outcomes.get(fact.id)?.status ?? '')
  const doneCount = facts.filter(isDone).length

  function confirmAndSelectNext(fact: StaleFact) {
    if (getConfirmBlocker(fact) !== undefined) return onOpen(fact)
    confirm(fact)
    const index = facts.indexOf(fact)
    rows.select(facts.slice(index + 1).find((fact) => !isDone(fact))?.id)
  }
  useShortcuts({
    ...rows.shortcuts,
    o: () => selectedFact && openSource(selectedFact),
    ...(canEdit
      ? {
          c: () => selectedFact && confirmAndSelectNext(selectedFact),
          u: () => rows.select(withdraw()?.id),
          n: () => void list.refetch(),
        }
      : {}),
  })

  return (
    <>
      {facts.length > 0 && <ShortcutHints canEdit={canEdit} />}
      <PagedList
        list={list}
        filters={filters}
        pagination={list.data?.pagination}
        errorMessage={FACT_MESSAGES.factsFailed}
        empty={<p>没有待确认的资料。过了各属性的保鲜期，资料会出现在这里。</p>}
        itemName="待确认的资料"
      >
        <ul aria-label="待确认的资料" className="panel divide-y divide-line">
          {facts.map((fact) => (
            <FactRow key={fact.id} isSelected={fact.id === rows.selectedKey}>
              <FactButton
                rowKey={fact.id}
                product={fact.product}
                label={fact.label}
                rows={rows}
                onOpen={() => onOpen(fact)}
              />
              <SourcedValue fact={fact} />
              <RowActions
                fact={fact}
                canEdit={canEdit}
                outcome={outcomes.get(fact.id)}
                onConfirm={() => confirmAndSelectNext(fact)}
                onWithdraw={() => withdraw(fact)}
                onReload={() => void list.refetch()}
              />
            </FactRow>
          ))}
        </ul>
        {doneCount > 0 && (
          <p role="status" className="flex flex-wrap items-center gap-3 pt-3">
            <span>本页已确认{doneCount}条。</span>
            <Button loading={list.isFetching} onClick={() => void list.refetch()}>
              继续下一批
            </Button>
          </p>
        )}
      </PagedList>
    </>
  )
}

function openSource({ sourceUrl }: StaleFact) {
  const link = toSafeLink(sourceUrl)
  if (link) window.open(link, '_blank', 'noopener')
}

type RowActionsProps = {
  fact: StaleFact
  canEdit: boolean
  outcome: Outcome | undefined
  onConfirm: () => void
  onWithdraw: () => void
  onReload: () => void
}

function RowActions({ fact, canEdit, outcome, onConfirm, onWithdraw, onReload }: RowActionsProps) {
  const name = `${fact.product.name}的${fact.label}`
  const blocker = getConfirmBlocker(fact)
  if (outcome?.status === 'confirmed')
    return (
      <div className="flex items-center gap-3 whitespace-nowrap">
        <span className="inline-flex items-center gap-1 text-tone tone-green">
          <Check className="size-4" aria-hidden />
          已确认，{formatDay(outcome.readAt)}
        </span>
        <Button aria-label={`撤销对${name}的确认`} onClick={onWithdraw}>
          撤销
        </Button>
      </div>
    )
  if (!canEdit) return null
  const isBusy = outcome?.status === 'confirming' || outcome?.status === 'withdrawing'
  return (
    <div className="flex flex-col items-start gap-1 md:items-end">
      <Button
        loading={isBusy}
        title={blocker ?? '来源仍然这样说：以今天为阅读日期'}
        aria-label={blocker ? `更新${name}` : `确认${name}`}
        onClick={onConfirm}
      >
        {blocker ? '更新' : '确认'}
      </Button>
      {outcome?.status === 'failed' && (
        <p role="alert" className="max-w-60 text-sm text-danger">
          {outcome.message}
          {outcome.isStale && (
            <Button type="link" size="small" onClick={onReload}>
              重新载入
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
