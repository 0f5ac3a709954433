import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { AbuseReport } from '#contracts/abuse-reports/abuse-report.ts'
import { abuseReportCalls } from '#contracts/abuse-reports/calls.ts'
import { REPORT_MESSAGES as MESSAGES } from '#contracts/abuse-reports/messages.ts'
import { REPORT_REASON_LABELS, type ReportedKind } from '#contracts/abuse-reports/reasons.ts'
import type { Call } from '#contracts/call.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'
import { useCan } from '../../session/session.ts'

type ReportsPanelProps = {
  kind: ReportedKind
  id: string
  /** The open reports, newest first. */
  reports: readonly AbuseReport[]
  changedCalls: readonly Call[]
}

/** Why members reported an opened text, and the button that dismisses their reports; nothing without reports. */
export function ReportsPanel({ kind, id, reports, changedCalls }: ReportsPanelProps) {
  const client = useQueryClient()
  const canWrite = useCan('reviews:write')
  const { mutate, isPending } = useAction({
    action: (until: string) => callAdmin(abuseReportCalls.dismiss, { params: { kind, id }, body: { until } }),
    getSuccessMessage: ({ message }) => message,
    failureMessage: MESSAGES.dismissFailed,
    refetch: () => invalidate(client, ...changedCalls),
  })
  const [newest] = reports
  if (!newest) return null
  return (
    <section>
      <h3 className="pb-2 text-base">{reports.length}位会员举报</h3>
      <ul className="flex flex-col gap-2">
        {reports.map(({ id: report, reason, words, reportedAt }) => (
          <li key={report}>
            <span>{REPORT_REASON_LABELS[reason]}</span>
            <span className="ml-3 text-sm text-muted tabular-nums">{formatMinute(reportedAt)}</span>
            {words && <p className="whitespace-pre-line wrap-anywhere">{words}</p>}
          </li>
        ))}
      </ul>
      {canWrite && (
        <Button className="mt-3" loading={isPending} onClick={() => mutate(newest.reportedAt)}>
          忽略举报
        </Button>
      )}
    </section>
  )
}
