import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import type { SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import { call } from '../../../shared/call.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { PageTitle } from '../../components/section.tsx'
import { getOutcomeId } from '../../components/site-form.tsx'
import { useFormOutcome } from '../../form-outcome.tsx'
import type { SitePage } from '../../page.ts'
import { LookupError } from './lookup-error.tsx'
import { ProgressResult } from './progress-result.tsx'
import { StatusForm } from './status-form.tsx'

export const page: SitePage<'submissionStatus'> = {
  queries: () => [],
  head: () => ({
    description: '凭回执号和联系邮箱查询产品提交的审核状态与意见。',
    noIndex: true,
  }),
  Component: SubmissionStatusPage,
}

function SubmissionStatusPage() {
  const outcome = useFormOutcome('submission-status')
  const lookUpMutation = useMutation({
    mutationFn: (body: SubmissionStatusQuery) => call(submissionCalls.getProgress, { body }),
  })
  return (
    <>
      <PageTitle
        title={SITE_PAGES.submissionStatus.title}
        subtitle="填写提交成功时得到的回执号，以及提交时所填的联系邮箱。"
      />
      <div className="shell grid items-start gap-6 py-10 lg:grid-cols-[24rem_1fr] lg:gap-8">
        <StatusForm isBusy={lookUpMutation.isPending} onLookUp={(query) => lookUpMutation.mutate(query)} />
        <div id={outcome?.data && getOutcomeId('submission-status')}>
          {lookUpMutation.isIdle && !outcome?.data && <ResultPlaceholder />}
          {lookUpMutation.isIdle && outcome?.data && <ProgressResult progress={outcome.data} />}
          {lookUpMutation.isPending && <LoadingNotice />}
          {lookUpMutation.isError && <LookupError error={lookUpMutation.error} />}
          {lookUpMutation.isSuccess && <ProgressResult progress={lookUpMutation.data.data} />}
        </div>
      </div>
    </>
  )
}

const LoadingNotice = () => (
  <p role="status" className="p-5 text-muted">
    正在查询……
  </p>
)

const ResultPlaceholder = () => (
  <div className="card border-dashed p-6 text-muted">
    <p>查询结果会显示在这里：审核状态、提交与审核时间，以及给您的审核意见。</p>
    <p className="mt-2 text-sm">
      我们在{SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初审。回执号遗失时，请用提交时的邮箱联系我们。
    </p>
  </div>
)
