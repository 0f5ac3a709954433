import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Checkbox, Form, Input } from 'antd'
import { PUBLICATION } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { PublishableCandidate, PublishableReport } from '#contracts/published-evaluations/publication.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import { PUBLICATION_READS, publish } from './publication-calls.ts'

type Fields = { candidates: string[]; validUntil: string }
type PublishFormProps = { report: PublishableReport; onClose: () => void }

const isPublishable = ({ ineligibilityReason }: PublishableCandidate) => ineligibilityReason === null

/** Publishes the results of the selected candidates of a report until a day. */
export function PublishForm({ report, onClose }: PublishFormProps) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const candidates: string[] | undefined = Form.useWatch('candidates', form)
  const selectedCount = candidates?.length ?? 0
  const { initial, earliest, latest } = report.validUntil
  const isOutdated = latest < earliest
  useTrackOpenChoice(true)
  const publishMutation = useMutation({
    mutationFn: (fields: Fields) => publish({ reportId: report.reportId, ...fields }),
    onSuccess(reply) {
      message.success(reply.message)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    // Not awaited: the form can be sent again while the lists are read.
    onSettled: () => void invalidate(client, ...PUBLICATION_READS),
  })
  return (
    <Form<Fields>
      name="publish"
      form={form}
      layout="vertical"
      requiredMark={false}
      // The server's message about a day out of range is shown, not the browser's.
      noValidate
      initialValues={{
        candidates: report.candidates.filter(isPublishable).map(({ key }) => key),
        validUntil: initial,
      }}
      onFinish={(fields) => publishMutation.mutate(fields)}
    >
      <ReportSummary report={report} />
      {isOutdated && (
        <Alert className="mb-4" type="warning" showIcon title={MESSAGES.outdated(PUBLICATION.monthsMax)} />
      )}
      <Form.Item name="candidates" label="发布哪些候选的结果">
        <Checkbox.Group
          className="flex flex-col divide-y divide-line border-y border-line"
          options={report.candidates.map((candidate) => ({
            value: candidate.key,
            label: <CandidateLabel candidate={candidate} reportId={report.reportId} />,
            disabled: !isPublishable(candidate),
            className: 'min-h-11 items-center py-2',
          }))}
        />
      </Form.Item>
      <Form.Item name="validUntil" label={`有效期的最后一天（最晚${latest}，即定稿起${PUBLICATION.monthsMax}个月）`}>
        <Input type="date" className="w-48" min={earliest} max={latest} />
      </Form.Item>
      <FormError error={publishMutation.error} fallback={MESSAGES.changeFailed} describeError={describeActionError} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>取消</Button>
        <Button
          type="primary"
          htmlType="submit"
          loading={publishMutation.isPending}
          disabled={selectedCount === 0 || isOutdated}
        >
          发布{selectedCount > 0 && `${selectedCount}个产品的结果`}
        </Button>
      </div>
    </Form>
  )
}

const ReportSummary = ({ report }: { report: PublishableReport }) => (
  <p className="pb-4 text-sm text-muted">
    <a href={PAGES.report(report.reportId)} target="_blank" rel="noreferrer" className="underline">
      查看报告
    </a>
    ，方法M{report.methodVersion}，{formatDay(report.evaluatedAt)}定稿
    {report.isExample && '。这是示例项目，只能发布到示例产品，产品页会标明“示例”'}
  </p>
)

type CandidateLabelProps = { candidate: PublishableCandidate; reportId: string }

function CandidateLabel({ candidate, reportId }: CandidateLabelProps) {
  const { name, recommendation, score, ineligibilityReason, published: currentResult } = candidate
  return (
    <>
      <span className="font-semibold">{name}</span>
      {recommendation && (
        <span className="ml-2 tabular-nums">
          {recommendation}，{score}分
        </span>
      )}
      {ineligibilityReason && <span className="ml-2 text-muted">{ineligibilityReason}</span>}
      {currentResult && (
        <span className="block text-sm text-muted">
          {currentResult.reportId === reportId ? '这份报告已发布过' : '将替换现有的结果'}（{currentResult.score}
          分，有效至
          {formatDay(currentResult.validUntil)}）
        </span>
      )}
    </>
  )
}
