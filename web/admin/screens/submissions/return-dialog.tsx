import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DECISION_MAIL_DELAY_MS, RETURN_REASONS_MAX } from '#contracts/limits.ts'
import { VENDOR_ATTRIBUTE } from '#contracts/rules/facts/form-facts.ts'
import type { SubmissionRecord, SubmissionReturn } from '#contracts/submission-review/submission-review.ts'
import {
  FORM_PART_LABELS,
  FORM_PARTS,
  findFactKey,
  type ReasonPath,
  toFactPath,
} from '#contracts/submissions/form-parts.ts'
import { RETURN_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import type { ReturnReasonInput } from '#contracts/submissions/return-reasons.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { ReasonField, type ReasonPlace } from './reason-field.tsx'
import { askedAttributesQuery, type DecisionNotes } from './submission-calls.ts'

type ReturnDialogProps = {
  record: SubmissionRecord
  notes: DecisionNotes
  /** Sends the return; rejects with the error. */
  onSubmit: (review: SubmissionReturn) => Promise<unknown>
  onFailed: (error: unknown) => void
  /** Called after the dialog has closed. */
  onClosed: () => void
}

/** The key identifies a reason while its part is changed. */
type DraftReason = ReturnReasonInput & { key: number }

const FORM_PLACES: readonly ReasonPlace[] = FORM_PARTS.map((path) => ({
  path,
  label: FORM_PART_LABELS[path],
  group: '提交表单',
}))

/**
 * Returns what a reason can be about: the parts of the form, its attributes, and those of a withdrawn return, which may
 * have been deactivated since.
 */
function usePlaces(record: SubmissionRecord): readonly ReasonPlace[] {
  const { data: attributes = [] } = useQuery(askedAttributesQuery)
  const group = (name: string) => `${FORM_PART_LABELS.facts}：${name}`
  const asked = attributes
    .filter(({ key }) => key !== VENDOR_ATTRIBUTE)
    .map((attribute) => ({
      path: toFactPath(attribute.key),
      label: attribute.label,
      group: group(attribute.group),
    }))
  const earlier = record.reasons
    .filter(({ path }) => findFactKey(path) !== undefined && !asked.some((place) => place.path === path))
    .map(({ path, label }) => ({ path, label: `${label}（已停用）`, group: group('其他') }))
  return [...FORM_PLACES, ...asked, ...earlier]
}

const findUnusedPath = (
  reasons: readonly ReturnReasonInput[],
  places: readonly ReasonPlace[],
  preferred: ReasonPath,
): ReasonPath =>
  [preferred, ...places.map(({ path }) => path)].find((path) => !reasons.some((reason) => reason.path === path)) ??
  preferred

/** Returns the reasons with which the dialog starts: those of a return that was withdrawn, or one to be written. */
const getInitialReasons = ({ reasons }: SubmissionRecord): readonly DraftReason[] =>
  (reasons.length > 0 ? reasons : [{ path: 'productDescription', message: '' } as const]).map((reason, key) => ({
    ...reason,
    key,
  }))

/** Asks what the vendor has to correct, part by part of the form. */
export function ReturnDialog({ record, notes, onSubmit, onFailed, onClosed }: ReturnDialogProps) {
  const [initialReasons] = useState(() => getInitialReasons(record))
  const [reasons, setReasons] = useState(initialReasons)
  const [showsErrors, setShowsErrors] = useState(false)
  const change = (index: number, reason: ReturnReasonInput) =>
    setReasons(reasons.map((other, at) => (at === index ? { ...other, ...reason } : other)))
  const places = usePlaces(record)
  const lastKey = Math.max(...reasons.map(({ key }) => key))
  const add = () =>
    setReasons([...reasons, { path: findUnusedPath(reasons, places, 'website'), message: '', key: lastKey + 1 }])

  function submit(): Promise<unknown> | undefined {
    setShowsErrors(true)
    if (reasons.some(({ message }) => message.trim() === '')) return undefined
    return onSubmit({
      ...notes,
      status: 'returned',
      reasons: reasons.map(({ path, message }) => ({ path, message })),
    })
  }

  return (
    <DecisionDialog
      record={record}
      draft="return"
      title={`退回“${record.productName}”，请厂商补正？`}
      width={640}
      isDirty={reasons !== initialReasons}
      firstFieldId="return-reason-0"
      submitLabel="退回补正"
      onSubmit={submit}
      onFailed={onFailed}
      onClosed={onClosed}
      action={
        <Button
          icon={<Plus className="size-4" aria-hidden />}
          onClick={add}
          disabled={reasons.length >= RETURN_REASONS_MAX}
        >
          再加一处
        </Button>
      }
    >
      <p className="text-sm text-muted">
        逐处写明需要补正什么，厂商会在表单的这些地方看到。回执号不变，其余内容保留，补正之前审核期限暂停；通知邮件在
        {DECISION_MAIL_DELAY_MS / 1000}秒后发出。
      </p>
      <ol aria-label="需要补正的内容" className="m-0 flex max-h-[50vh] list-none flex-col gap-4 overflow-y-auto p-0">
        {reasons.map((reason, index) => (
          <li key={reason.key}>
            <ReasonField
              id={`return-reason-${index}`}
              number={index + 1}
              reason={reason}
              places={places}
              isTaken={(path) => path !== reason.path && reasons.some((other) => other.path === path)}
              error={showsErrors && reason.message.trim() === '' ? MESSAGES.reason : undefined}
              onChange={(changed) => change(index, changed)}
              onRemove={reasons.length > 1 ? () => setReasons(reasons.toSpliced(index, 1)) : undefined}
            />
          </li>
        ))}
      </ol>
    </DecisionDialog>
  )
}
