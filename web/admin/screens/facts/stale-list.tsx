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
import { type ConfirmationState, findConfirmationError, useConfirmations } from './use-confirmations.ts'
import { useRowNavigation } from './use-row-navigation.ts'

type StaleListProps = { filters: Filters; order: string; onOpen: (fact: StaleFact) => void }

/** Lists the stale facts, which are confirmed one after another. */
export function StaleList({ filters, order, onOpen }: StaleListProps) {
  const canEdit = useCan('products:write')
  const query = `${filters.query}&order=${order}`
  const staleFactsQuery = useQuery({
    queryKey: [...FACTS_KEY, 'stale', query],
    queryFn: () => listStale(query),
    placeholderData: keepPreviousData,
    // Not refetched in the background: confirmed facts stay in their rows until the next batch is loaded.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const facts = staleFactsQuery.data?.data ?? []
  const loadNextBatch = () => void staleFactsQuery.refetch()
  const confirmations = useConfirmations(staleFactsQuery.dataUpdatedAt)
  const { navigation, confirmAndSelectNext, confirmedCount } = useConfirmationFlow({
    facts,
    confirmations,
    canEdit,
    onOpen,
    onLoadNextBatch: loadNextBatch,
  })

  return (
    <>
      {facts.length > 0 && <ShortcutHints canEdit={canEdit} />}
      <PagedList
        query={staleFactsQuery}
        filters={filters}
        errorMessage={FACT_MESSAGES.factsFailed}
        emptyContent={<p>没有待确认的资料。过了各属性的保鲜期，资料会出现在这里。</p>}
        itemName="待确认的资料"
      >
        {() => (
          <>
            <ul aria-label="待确认的资料" className="panel divide-y divide-line">
              {facts.map((fact) => (
                <FactRow key={fact.id} isSelected={fact.id === navigation.selectedKey}>
                  <FactButton
                    rowKey={fact.id}
                    product={fact.product}
                    label={fact.label}
                    navigation={navigation}
                    onOpen={() => onOpen(fact)}
                  />
                  <SourcedValue fact={fact} />
                  <RowActions
                    fact={fact}
                    canEdit={canEdit}
                    confirmation={confirmations.states.get(fact.id)}
                    onConfirm={() => confirmAndSelectNext(fact)}
                    onWithdraw={() => confirmations.withdraw(fact)}
                    onReload={loadNextBatch}
                  />
                </FactRow>
              ))}
            </ul>
            {confirmedCount > 0 && (
              <p role="status" className="flex flex-wrap items-center gap-3 pt-3">
                <span>本页已确认{confirmedCount}条。</span>
                <Button loading={staleFactsQuery.isFetching} onClick={loadNextBatch}>
                  继续下一批
                </Button>
              </p>
            )}
          </>
        )}
      </PagedList>
    </>
  )
}

type ConfirmationFlowOptions = {
  facts: readonly StaleFact[]
  confirmations: ReturnType<typeof useConfirmations>
  canEdit: boolean
  onOpen: (fact: StaleFact) => void
  onLoadNextBatch: () => void
}

/**
 * Returns the selected row, and a function that confirms a fact and selects the next one. `C` confirms the selected
 * fact, `U` withdraws the last confirmation, `O` opens the source, `N` loads the next batch, and Enter opens the editor.
 */
function useConfirmationFlow({ facts, confirmations, canEdit, onOpen, onLoadNextBatch }: ConfirmationFlowOptions) {
  const navigation = useRowNavigation(facts.map(({ id }) => id))
  const selectedFact = facts.find(({ id }) => id === navigation.selectedKey)
  /** Includes confirmations that are still being sent. */
  const isConfirmed = ({ id }: StaleFact) => {
    const status = confirmations.states.get(id)?.status
    return status === 'confirming' || status === 'confirmed'
  }

  /** A fact that can't be confirmed is opened instead. */
  function confirmAndSelectNext(fact: StaleFact) {
    if (findConfirmationError(fact) !== undefined) return onOpen(fact)
    confirmations.confirm(fact)
    const laterFacts = facts.slice(facts.indexOf(fact) + 1)
    navigation.select(laterFacts.find((laterFact) => !isConfirmed(laterFact))?.id)
  }

  const editingShortcuts = {
    c: () => selectedFact && confirmAndSelectNext(selectedFact),
    u: () => navigation.select(confirmations.withdrawLast()?.id),
    n: onLoadNextBatch,
  }
  useShortcuts({
    ...navigation.shortcuts,
    o: () => selectedFact && openSource(selectedFact),
    ...(canEdit ? editingShortcuts : {}),
  })

  return { navigation, confirmAndSelectNext, confirmedCount: facts.filter(isConfirmed).length }
}

function openSource({ sourceUrl }: StaleFact) {
  const link = toSafeLink(sourceUrl)
  if (link) window.open(link, '_blank', 'noopener')
}

type RowActionsProps = {
  fact: StaleFact
  canEdit: boolean
  confirmation: ConfirmationState | undefined
  onConfirm: () => void
  onWithdraw: () => void
  onReload: () => void
}

function RowActions({ fact, canEdit, confirmation, onConfirm, onWithdraw, onReload }: RowActionsProps) {
  const name = `${fact.product.name}的${fact.label}`
  const confirmationError = findConfirmationError(fact)
  if (confirmation?.status === 'confirmed')
    return (
      <div className="flex items-center gap-3 whitespace-nowrap">
        <span className="inline-flex items-center gap-1 text-tone tone-green">
          <Check className="size-4" aria-hidden />
          已确认，{formatDay(confirmation.readAt)}
        </span>
        <Button aria-label={`撤销对${name}的确认`} onClick={onWithdraw}>
          撤销
        </Button>
      </div>
    )
  if (!canEdit) return null
  return (
    <div className="flex flex-col items-start gap-1 md:items-end">
      <Button
        loading={confirmation?.status === 'confirming' || confirmation?.status === 'withdrawing'}
        title={confirmationError ?? '来源仍然这样说：以今天为阅读日期'}
        aria-label={confirmationError ? `更新${name}` : `确认${name}`}
        onClick={onConfirm}
      >
        {confirmationError ? '更新' : '确认'}
      </Button>
      {confirmation?.status === 'failed' && (
        <p role="alert" className="max-w-60 text-sm text-danger">
          {confirmation.message}
          {confirmation.isStale && (
            <Button type="link" size="small" onClick={onReload}>
              重新载入
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
