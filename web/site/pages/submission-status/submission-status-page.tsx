import { SearchX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import type { CorrectionForm } from '#contracts/submissions/correction.ts'
import { RETURN_MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import { call } from '../../../shared/call.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { scrollToMessage } from '../../components/scroll-to-message.ts'
import { PageTitle } from '../../components/section.tsx'
import { getOutcomeId } from '../../components/site-form.tsx'
import { useToast } from '../../components/toast.tsx'
import { useFormOutcome } from '../../form-outcome.tsx'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import type { CorrectedSubmission } from './correction.tsx'
import { ProgressResult } from './progress-result.tsx'
import { StatusForm } from './status-form.tsx'

const lazyCorrection = createLazyImport(async () => (await import('./correction.tsx')).Correction)

const lazyConversation = createLazyImport(async () => (await import('./conversation.tsx')).Conversation)

/** Explains that the submission doesn't exist, or that the request failed. */
function LookupError({ error }: { error: unknown }) {
  const isMissing = isNotFound(error)
  const StatusIcon = isMissing ? SearchX : TriangleAlert
  return (
    <div ref={scrollToMessage} role="alert" className="card flex gap-3 p-6">
      <StatusIcon className="mt-1 size-5 shrink-0 text-danger" aria-hidden />
      <div>
        <p className="font-medium">{toErrorMessage(error, SITE_MESSAGES.network)}</p>
        {isMissing ? (
          <p className="mt-1 text-sm text-muted">
            回执号与邮箱须与提交时一致，不区分大小写。仍未找到时，可以
            <Link to={`${PAGES.selection}#consultation`} className="text-indigo underline">
              联系我们
            </Link>
            。
          </p>
        ) : (
          <p className="mt-1 text-sm text-muted">填写的内容仍在，可以再次查询。</p>
        )}
      </div>
    </div>
  )
}

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
  const correction = useCorrection(lookUpMutation.variables)

  function handleLookUp(query: SubmissionStatusQuery) {
    correction.reset()
    preloadConversation()
    lookUpMutation.mutate(query)
  }

  const { Component: Correction } = correction
  const { Component: Conversation, preload: preloadConversation } = useLazyComponent(lazyConversation)
  const progress = correction.corrected?.progress ?? lookUpMutation.data?.data
  if (correction.opened && Correction)
    return (
      <Correction
        form={correction.opened}
        proof={correction.proof}
        onCorrected={correction.finish}
        onBack={correction.close}
      />
    )
  return (
    <>
      <PageTitle
        title={SITE_PAGES.submissionStatus.title}
        subtitle="填写提交成功时得到的回执号，以及提交时所填的联系邮箱。"
      />
      <div className="shell grid items-start gap-6 py-10 lg:grid-cols-[24rem_1fr] lg:gap-8">
        <StatusForm isBusy={lookUpMutation.isPending} onLookUp={handleLookUp} />
        <div id={outcome?.data && getOutcomeId('submission-status')}>
          {lookUpMutation.isIdle && !outcome?.data && <ResultPlaceholder />}
          {lookUpMutation.isIdle && outcome?.data && <ProgressResult progress={outcome.data} />}
          {lookUpMutation.isPending && <LoadingNotice />}
          {lookUpMutation.isError && <LookupError error={lookUpMutation.error} />}
          {lookUpMutation.isSuccess && progress && (
            <>
              <ProgressResult progress={progress} correction={correction} />
              {Conversation && <Conversation proof={correction.corrected?.proof ?? correction.proof} />}
            </>
          )}
        </div>
      </div>
    </>
  )
}

const NO_PROOF: SubmissionStatusQuery = { receipt: '', contactEmail: '' }

/** Returns the form of a correction while it is open, and what its submission has become by it. */
function useCorrection(proof = NO_PROOF) {
  const { Component, load } = useLazyComponent(lazyCorrection)
  const showToast = useToast()
  const [opened, setOpened] = useState<CorrectionForm>()
  const [corrected, setCorrected] = useState<CorrectedSubmission>()
  const openMutation = useMutation({
    mutationFn: async () => {
      const { data } = await call(submissionCalls.getCorrectionForm, { body: proof })
      return (await load()) ? data : undefined
    },
    onSuccess: setOpened,
    onError: (error) => showToast(toErrorMessage(error, RETURN_MESSAGES.loadFailed), 'error'),
  })
  const close = () => setOpened(undefined)
  return {
    Component,
    proof,
    opened,
    corrected,
    isOpening: openMutation.isPending,
    onOpen: () => openMutation.mutate(),
    close,
    reset: () => setCorrected(undefined),
    finish(submission: CorrectedSubmission) {
      setCorrected(submission)
      close()
      showToast(RETURN_MESSAGES.corrected)
    },
  }
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
