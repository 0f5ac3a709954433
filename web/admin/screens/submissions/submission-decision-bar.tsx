import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { DecisionBar } from '../../lists/bulk-decisions/decision-bar.tsx'
import type { DecisionSelection, QueueItem } from '../../lists/bulk-decisions/use-decision-selection.ts'
import { decideSubmissions, SUBMISSIONS_KEY } from './submission-calls.ts'

/** Returns a submission as an item of the queue. */
export const toQueueItem = ({ _id, version, productName, status }: SubmissionRecord): QueueItem => ({
  id: _id,
  version,
  name: productName,
  isPending: status === 'pending',
})

/** Approves or rejects the selected submissions. */
export const SubmissionDecisionBar = ({ selection }: { selection: DecisionSelection<SubmissionRecord> }) => (
  <DecisionBar
    selection={selection}
    noun="条提交"
    rejectLabel="拒绝"
    reasonLabel="给这些厂商的审核意见（厂商凭回执可以看到）"
    approvalConsequence="将在智能体产品目录中创建或更新产品并立即公开。"
    queryKey={[SUBMISSIONS_KEY]}
    decide={({ items, isApproved, reason }) =>
      decideSubmissions({
        items,
        status: isApproved ? 'approved' : 'rejected',
        ...(reason !== '' && { vendorNotes: reason }),
      })
    }
    getUrl={(id) => buildPageUrl(ADMIN_PAGES.submissionReview, ADMIN_SCREENS.submissionReview.parameters, { id })}
  />
)
