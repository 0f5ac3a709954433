import { Button } from 'antd'
import { Check } from 'lucide-react'
import type { StaleFact } from '#contracts/facts/fact-review.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { AssignmentLine } from '../../lists/assignments/assignment-line.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { useRowNavigation } from '../../lists/use-row-navigation.ts'
import { useCan } from '../../session/session.ts'
import { FactButton, FactRow, SourcedValue } from './fact-row.tsx'
import { type ConfirmationState, type Confirmations, findConfirmationError } from './use-confirmations.ts'

type StaleFactsProps = {
  facts: readonly StaleFact[]
  confirmations: Confirmations
  onOpen: (fact: StaleFact) => void
  onReload: () => void
}

/**
 * The rows of stale facts, which the arrow keys move through. `C` confirms the selected fact and selects the next one,
 * `U` withdraws the last confirmation, `O` opens the source, and Enter opens the editor.
 */
export function StaleFacts({ facts, confirmations, onOpen, onReload }: StaleFactsProps) {
  const canEdit = useCan('products:write')
  const navigation = useRowNavigation(facts.map(({ id }) => id))
  const selectedFact = facts.find(({ id }) => navigation.isSelected(id))

  /** A fact that can't be confirmed is opened instead. */
  function confirmAndSelectNext(fact: StaleFact) {
    if (findConfirmationError(fact) !== undefined) return onOpen(fact)
    confirmations.confirm(fact)
    const laterFacts = facts.slice(facts.indexOf(fact) + 1)
    navigation.select(laterFacts.find((laterFact) => !confirmations.isConfirmed(laterFact))?.id)
  }

  const editingShortcuts = {
    c: () => selectedFact && confirmAndSelectNext(selectedFact),
    u: () => navigation.select(confirmations.withdrawLast()?.id),
  }
  useShortcuts({ o: () => selectedFact && openSource(selectedFact), ...(canEdit ? editingShortcuts : {}) })

  return (
    <ul aria-label="待确认的资料" className="panel divide-y divide-line">
      {facts.map((fact) => (
        <FactRow key={fact.id} isSelected={navigation.isSelected(fact.id)}>
          <FactButton
            product={fact.product}
            label={fact.label}
            buttonProps={navigation.getButtonProps(fact.id)}
            onOpen={() => onOpen(fact)}
          />
          <div className="flex min-w-0 flex-col gap-2">
            <SourcedValue fact={fact} />
            <AssignmentLine
              kind="fact"
              id={fact.id}
              assignment={fact.assignment}
              changedCalls={[factReviewCalls.listStale]}
            />
          </div>
          <FactActions
            fact={fact}
            canEdit={canEdit}
            confirmation={confirmations.states.get(fact.id)}
            onConfirm={() => confirmAndSelectNext(fact)}
            onWithdraw={() => confirmations.withdraw(fact)}
            onReload={onReload}
          />
        </FactRow>
      ))}
    </ul>
  )
}

function openSource({ sourceUrl }: StaleFact) {
  const link = toSafeLink(sourceUrl)
  if (link) window.open(link, '_blank', 'noopener')
}

type FactActionsProps = {
  fact: StaleFact
  canEdit: boolean
  confirmation: ConfirmationState | undefined
  onConfirm: () => void
  onWithdraw: () => void
  onReload: () => void
}

function FactActions({ fact, canEdit, confirmation, onConfirm, onWithdraw, onReload }: FactActionsProps) {
  const name = `${fact.product.name}的${fact.label}`
  const confirmationError = findConfirmationError(fact)
  if (confirmation?.status === 'confirmed')
    return (
      <div className="flex items-center gap-3 whitespace-nowrap">
        <span className="inline-flex items-center gap-1 text-tone tone-green">
          <Check className="size-4" aria-hidden />
          已确认，{formatDay(confirmation.readAt)}
        </span>
        <RowAction label={`撤销对${name}的确认`} onClick={onWithdraw}>
          撤销
        </RowAction>
      </div>
    )
  if (!canEdit) return null
  return (
    <div className="flex flex-col items-start gap-1 md:items-end">
      <RowAction
        isBusy={confirmation?.status === 'confirming' || confirmation?.status === 'withdrawing'}
        title={confirmationError ?? '来源仍然这样说：以今天为阅读日期'}
        label={confirmationError ? `更新${name}` : `确认${name}`}
        onClick={onConfirm}
      >
        {confirmationError ? '更新' : '确认'}
      </RowAction>
      {confirmation?.status === 'failed' && (
        <p role="alert" className="max-w-60 text-sm text-danger">
          {confirmation.message}
          {confirmation.isConflict && (
            <Button type="link" size="small" onClick={onReload}>
              重新载入
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
