import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { BULK_DECISION_MESSAGES, BULK_OUTCOME_LABELS, BULK_OUTCOMES } from '#contracts/bulk-decision-messages.ts'
import type { BulkDecisionResult, BulkItem } from '#contracts/bulk-decisions.ts'
import type { Call } from '#contracts/call.ts'
import { BULK_DECISIONS_MAX } from '#contracts/limits.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { SelectionBar } from '../selection-bar.tsx'
import { RejectManyDialog } from './reject-many-dialog.tsx'
import type { DecisionSelection } from './use-decision-selection.ts'

type DecisionResultsProps = { results: BulkDecisionResult; getUrl: (id: string) => string }

/** What became of each item of a bulk decision; those that are left to do come first. */
const DecisionResults = ({ results, getUrl }: DecisionResultsProps) => (
  <div className="max-h-[50dvh] overflow-y-auto">
    {BULK_OUTCOMES.toSorted((a, b) => Number(a === 'decided') - Number(b === 'decided')).map((outcome) => {
      const items = results.filter((result) => result.outcome === outcome)
      if (items.length === 0) return null
      const label = `${BULK_OUTCOME_LABELS[outcome]}（${items.length}条）`
      return (
        <section key={outcome} className="pb-3">
          <h3 className="text-base">{label}</h3>
          <ul aria-label={label} className="list-disc pl-5">
            {items.map(({ id, name, reason }) => (
              <li key={id} className="wrap-anywhere">
                {name === '' ? (
                  <span>{reason}</span>
                ) : (
                  <>
                    <a href={getUrl(id)} target="_blank" rel="noopener noreferrer" className="underline">
                      {name}
                    </a>
                    {reason !== '' && <span>：{reason}</span>}
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )
    })}
  </div>
)

/** A decision on all selected items; a rejection has one reason for all. */
type ManyDecision = { items: BulkItem[]; isApproved: boolean; reason: string }

type DecisionBarProps<Item> = {
  selection: DecisionSelection<Item>
  /** The measure word and the noun of the items: `条提交`. */
  noun: string
  rejectLabel: string
  reasonLabel: string
  /** Set if a rejection needs a reason: the message if there is none. */
  reasonRequired?: string
  /** What follows from an approval. */
  approvalConsequence: string
  /** The calls whose replies a decision changes. */
  changedCalls: readonly Call[]
  decide: (decision: ManyDecision) => Promise<{ data: BulkDecisionResult }>
  /** Returns the address of an item in the back office. */
  getUrl: (id: string) => string
  /** What else can be done with all selected items. */
  children?: ReactNode
}

/** The bulk decisions on the selected items of a queue, and what became of each item. */
export function DecisionBar<Item>({
  selection,
  noun,
  changedCalls,
  decide,
  getUrl,
  children,
  ...texts
}: DecisionBarProps<Item>) {
  const confirm = useConfirm()
  const { message, modal } = App.useApp()
  const client = useQueryClient()
  const [isRejecting, setIsRejecting] = useState(false)
  const { items } = selection
  const decideMutation = useMutation({
    mutationFn: decide,
    onSuccess({ data }) {
      setIsRejecting(false)
      selection.clear()
      const decidedCount = data.filter(({ outcome }) => outcome === 'decided').length
      if (decidedCount === data.length) {
        message.success(`已审核${decidedCount}${noun}`)
        return
      }
      modal.info({
        title: `已审核${decidedCount}${noun}，${data.length - decidedCount}条未处理`,
        okText: '知道了',
        content: <DecisionResults results={data} getUrl={getUrl} />,
      })
    },
    onError: (error) => message.error(describeActionError(error, BULK_DECISION_MESSAGES.failed)),
    onSettled: () => invalidate(client, ...changedCalls),
  })
  const send = (isApproved: boolean, reason = '') =>
    decideMutation.mutateAsync({ items: items.map(({ id, version }) => ({ id, version })), isApproved, reason })
  const approve = () =>
    confirm({
      title: `通过${items.length}${noun}？`,
      content: `${texts.approvalConsequence}需要选择或核对的不会通过，会逐条列出。`,
      okText: '通过',
      onOk: () => send(true),
    })
  const isBusy = decideMutation.isPending

  return (
    <SelectionBar
      count={items.length}
      total={items.length}
      areAllSelected={false}
      noun={noun}
      isTooMany={items.length > BULK_DECISIONS_MAX}
      tooManyMessage={BULK_DECISION_MESSAGES.tooMany}
      onClear={selection.clear}
    >
      <Button type="primary" onClick={approve} {...getUnavailableProps(isBusy)}>
        批量通过
      </Button>
      <Button danger onClick={() => setIsRejecting(true)} {...getUnavailableProps(isBusy)}>
        批量{texts.rejectLabel}
      </Button>
      {children}
      {isRejecting && (
        <RejectManyDialog
          title={`${texts.rejectLabel}${items.length}${noun}`}
          okText={texts.rejectLabel}
          label={texts.reasonLabel}
          requiredMessage={texts.reasonRequired}
          isBusy={isBusy}
          onSubmit={(reason) => void send(false, reason).catch(() => undefined)}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </SelectionBar>
  )
}
