import { type FormEvent, useState } from 'react'
import { abuseReportCalls } from '#contracts/abuse-reports/calls.ts'
import { REPORT_MESSAGES as MESSAGES } from '#contracts/abuse-reports/messages.ts'
import {
  REPORT_REASON_LABELS,
  REPORT_REASONS,
  type ReportedKind,
  type ReportReason,
} from '#contracts/abuse-reports/reasons.ts'
import { ABUSE_REPORTS } from '#contracts/limits.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FieldError, FormField } from '../../components/form-field.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'

type ReportFormProps = { kind: ReportedKind; id: string; onClose: () => void }
type Problems = { reason?: string; words?: string }

/** The form of a report: a reason, and words if it is none of the listed ones. */
export function ReportForm({ kind, id, onClose }: ReportFormProps) {
  const showToast = useToast()
  const [reason, setReason] = useState<ReportReason>()
  const [words, setWords] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const reportMutation = useMutation({
    mutationFn: (chosen: ReportReason) => call(abuseReportCalls.report, { body: { kind, id, reason: chosen, words } }),
    onSuccess({ message }) {
      onClose()
      showToast(message ?? '', 'success')
    },
  })

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = findProblems(reason, words)
    setProblems(found)
    if (reason === undefined) event.currentTarget.querySelector('input')?.focus()
    else if (found.words) event.currentTarget.querySelector('textarea')?.focus()
    else reportMutation.mutate(reason)
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="space-y-4">
      <fieldset aria-describedby={problems.reason ? 'report-reason-error' : undefined}>
        <legend className="mb-1.5 text-sm font-medium">理由</legend>
        {REPORT_REASONS.map((value) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="reason"
              className="size-4"
              checked={reason === value}
              onChange={() => {
                setReason(value)
                setProblems({})
              }}
            />
            {REPORT_REASON_LABELS[value]}
          </label>
        ))}
        <FieldError id="report-reason-error">{problems.reason}</FieldError>
      </fieldset>
      <FormField
        label="说明"
        isRequired={reason === 'other'}
        hint="只有审核人员会看到，不显示是谁举报的。"
        error={problems.words}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={ABUSE_REPORTS.wordsMax}
            className={CONTROL_CLASS}
            value={words}
            onChange={(event) => {
              setWords(event.target.value)
              setProblems({})
            }}
          />
        )}
      </FormField>
      <FormError>{reportMutation.isError && toErrorMessage(reportMutation.error, MESSAGES.sendFailed)}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={reportMutation.isPending}>
          {reportMutation.isPending ? '提交中……' : '提交举报'}
        </Button>
        <Button variant="outline" onClick={onClose}>
          取消
        </Button>
      </div>
    </form>
  )
}

function findProblems(reason: ReportReason | undefined, words: string): Problems {
  if (reason === undefined) return { reason: MESSAGES.unknownReason }
  return reason === 'other' && words.trim() === '' ? { words: MESSAGES.words } : {}
}
