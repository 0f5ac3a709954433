import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { RETURN_MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionProgress } from '#contracts/submissions/progress.ts'
import type { SubmissionStatus } from '#contracts/submissions/statuses.ts'
import { SUBMISSION_STATUS_LABELS } from '#contracts/submissions/statuses.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { Button } from '../../components/buttons.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { focusElement } from '../../components/focus-element.ts'

const STATUS_STYLES: Record<SubmissionStatus, { Icon: LucideIcon; tone: string }> = {
  pending: { Icon: CircleDashed, tone: 'tone-yellow' },
  returned: { Icon: CircleAlert, tone: 'tone-orange' },
  approved: { Icon: CircleCheck, tone: 'tone-green' },
  rejected: { Icon: CircleX, tone: 'tone-red' },
}

/** The status of a submission, by text and icon in addition to colour. */
function StatusBadge({ status }: { status: SubmissionStatus }) {
  const { Icon, tone } = STATUS_STYLES[status]
  return (
    <span
      className={`inline-flex items-center gap-2 rounded-lg border border-tone bg-tone px-3 py-1 font-semibold text-tone ${tone}`}
    >
      <Icon className="size-5" aria-hidden />
      <span>{SUBMISSION_STATUS_LABELS[status]}</span>
    </span>
  )
}

const STATUS_TEXTS: Record<SubmissionStatus, string> = {
  pending: `资料已收到，正在等待审核。我们在${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初审。`,
  returned: '产品暂时退回，请补正以下内容。回执号不变，其余内容都已保留；补正之前，审核期限暂停。',
  approved: '产品已通过审核，进入智能体产品目录。',
  rejected: '产品未通过审核。按审核意见修改后，可以重新提交。',
}
const UPDATE_TEXTS: Record<SubmissionStatus, string> = {
  pending: `更新已收到，正在等待审核。我们在${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成审核，其间产品照常显示。`,
  returned: '更新暂时退回，请补正以下内容。其间产品照常显示，其余内容都已保留；补正之前，审核期限暂停。',
  approved: '更新已通过审核，产品页已是新的内容。',
  rejected: '更新未通过审核，产品保持原来的内容。按审核意见修改后，可以再次更新。',
}
/** The text of a rejection without notes for the vendor. */
const REJECTED_WITHOUT_NOTES = '产品未通过审核。修改后可以重新提交；想了解原因，请凭回执号联系我们。'

const CORRECTED = '补正已收到，正在继续审核。'

type ProgressResultProps = {
  progress: SubmissionProgress
  isInList?: boolean
  /** Opens the correction; omitted where the receipt has to be looked up first. */
  correction?: { isOpening: boolean; onOpen: () => void }
}

/** Shows the status of a submission to its vendor. Takes the focus as the result of a look-up, but not in a list. */
export function ProgressResult({ progress, isInList = false, correction }: ProgressResultProps) {
  const { receipt, productName, status, createdAt, reviewedAt, notes, reasons, isUpdate, productId } = progress
  return (
    <section className="card p-5 md:p-8" aria-label={isInList ? productName : '查询结果'}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h2
          ref={isInList ? null : focusElement}
          tabIndex={-1}
          className="line-clamp-3 text-2xl wrap-anywhere outline-none"
        >
          {productName}
        </h2>
        <StatusBadge status={status} />
      </div>
      <p className="mt-3 text-muted">{getStatusText(progress)}</p>
      <dl className="mt-6 grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
        <Detail term="回执号">{receipt}</Detail>
        <Detail term="提交时间">
          <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
        </Detail>
        <Detail term={status === 'returned' ? '退回时间' : '审核时间'}>
          {reviewedAt ? <time dateTime={reviewedAt}>{formatMinute(reviewedAt)}</time> : '尚未审核'}
        </Detail>
      </dl>
      {reasons.length > 0 && <Reasons reasons={reasons} />}
      {notes && (
        <div className="mt-6">
          <h3 className="text-base">审核意见</h3>
          <p className="mt-2 max-w-prose border-l-2 border-control pl-4 whitespace-pre-line">{notes}</p>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {status === 'approved' && productId && <ButtonLink link={PAGES.product(productId)}>查看产品页面</ButtonLink>}
        {status === 'returned' && correction && (
          <Button isBusy={correction.isOpening} onClick={correction.onOpen}>
            去补正
          </Button>
        )}
        {status === 'returned' && isInList && (
          <ButtonLink link={`${PAGES.submissionStatus}?${new URLSearchParams({ receipt })}`}>去补正</ButtonLink>
        )}
        {status === 'rejected' &&
          (isUpdate ? (
            <ButtonLink link={PAGES.myProducts}>再次更新</ButtonLink>
          ) : (
            <ButtonLink link={PAGES.submit}>重新提交产品</ButtonLink>
          ))}
      </div>
    </section>
  )
}

function getStatusText({ status, notes, isUpdate, correctedAt }: SubmissionProgress): string {
  if (status === 'pending' && correctedAt !== null) return CORRECTED
  if (isUpdate) return UPDATE_TEXTS[status]
  return status === 'rejected' && !notes ? REJECTED_WITHOUT_NOTES : STATUS_TEXTS[status]
}

/** What has to be corrected, and where. */
const Reasons = ({ reasons }: Pick<SubmissionProgress, 'reasons'>) => (
  <div className="mt-6">
    <h3 className="text-base">{describeReasons(reasons)}</h3>
    <dl className="mt-2 divide-y divide-line rounded-card border border-line">
      {reasons.map(({ path, label, message, isAsked }) => (
        <div key={path} className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[7rem_1fr]">
          <dt className="font-medium">{label}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            {message}
            {!isAsked && <span className="block text-muted">{RETURN_MESSAGES.notAsked}</span>}
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

function describeReasons(reasons: SubmissionProgress['reasons']): string {
  const askedCount = reasons.filter(({ isAsked }) => isAsked).length
  return askedCount > 0 ? `需要补正${askedCount}处` : RETURN_MESSAGES.nothingAsked
}

const Detail = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="bg-surface p-4">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="mt-0.5 font-medium tabular-nums">{children}</dd>
  </div>
)
