import { FileText } from 'lucide-react'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import type { ReportRequest } from '#contracts/evaluation/evaluation.ts'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { reportCreatedMessage, SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { call } from '../../../shared/call.ts'
import { getFieldErrors } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { useToast } from '../../components/toast.tsx'
import { useNavigate } from '../../router.tsx'
import type { StoredEvaluation } from './evaluation-store.ts'

type CreateReportOptions = {
  evaluation: StoredEvaluation
  hasResult: boolean
  /** Called with the error of an invalid product name. */
  onInvalidName: (error: string) => void
}

/** Returns a function that creates a report and opens it. Requires a result and a product name. */
export function useCreateReport({ evaluation, hasResult, onInvalidName }: CreateReportOptions) {
  const showToast = useToast()
  const navigate = useNavigate()
  const createMutation = useMutation({
    mutationFn: (body: ReportRequest) => call(evaluationCalls.createReport, { body }),
    onSuccess({ data: { reportId } }) {
      showToast(reportCreatedMessage(reportId), 'success')
      navigate(PAGES.report(reportId))
    },
    onError(error) {
      const fieldError = getFieldErrors(error).find(({ path }) => path === 'productName')
      if (fieldError) onInvalidName(fieldError.message)
      else showToast(SITE_MESSAGES.reportFailed, 'error')
    },
  })

  function createReport() {
    const { productName, techScore, businessScore, marketScore } = evaluation
    if (productName.trim() === '') onInvalidName(EVALUATION_MESSAGES.productName)
    if (!hasResult || productName.trim() === '') showToast(SITE_MESSAGES.reportNeedsResult)
    else createMutation.mutate({ productName, techScore, businessScore, marketScore })
  }

  return { isPending: createMutation.isPending, createReport }
}

/** The button that submits the tool's form to create a report. Without script, another button calculates the score. */
export const ReportButton = ({ isBusy }: { isBusy: boolean }) => (
  <div className="mt-6 grid gap-3" data-print="none">
    <noscript>
      <Button type="submit" variant="outline" className="w-full" name="form" value="calculation">
        计算得分
      </Button>
    </noscript>
    <Button type="submit" className="w-full" isBusy={isBusy}>
      <FileText className="size-4" aria-hidden />
      <span>{isBusy ? '正在生成……' : '生成评估报告'}</span>
    </Button>
    <p className="text-sm text-muted">
      报告注明“{EVALUATION_MESSAGES.selfAssessed}”，保留本次权重与日期，可打印，凭链接查看；请勿填写不宜外传的内容。
    </p>
  </div>
)
