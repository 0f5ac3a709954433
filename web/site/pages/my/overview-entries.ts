/** Converts a member's items to entries of the overview. */
import type { ProjectSummary } from '#contracts/evaluation-projects/project.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import type { EventRegistration } from '#contracts/events/registration.ts'
import { REGISTRATION_STATUS_LABELS } from '#contracts/events/statuses.ts'
import type { Follow } from '#contracts/follows/follow.ts'
import { FOLLOW_KIND_LABELS } from '#contracts/follows/frequencies.ts'
import type { InquirySummary } from '#contracts/inquiries/inquiry.ts'
import type { ReceivedInquiry } from '#contracts/inquiries/received.ts'
import { MEMBER_REVIEW_STATUS_LABELS } from '#contracts/member-reviews/choices.ts'
import type { OwnReview } from '#contracts/member-reviews/review.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { formatEnteredDay } from '#contracts/rules/calendar-day.ts'
import type { ShortlistSummary } from '#contracts/shortlists/shortlist.ts'
import { RETURN_MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionProgress } from '#contracts/submissions/progress.ts'
import { SUBMISSION_STATUS_LABELS } from '#contracts/submissions/statuses.ts'
import type { VendorProduct } from '#contracts/vendors/vendor-product.ts'
import { formatDay, formatMinute } from '../../../shared/formats.ts'
import { describeReceived, describeStatus } from '../inquiries/describe-inquiry.ts'
import { describeContents } from '../shortlists/describe-contents.ts'
import type { OverviewEntry } from './overview-card.tsx'
import { listTasks } from './vendor-products.ts'

export const toShortlistEntry = (shortlist: ShortlistSummary): OverviewEntry => ({
  id: shortlist.id,
  title: shortlist.title,
  url: PAGES.shortlist(shortlist.id),
  detail: `${describeContents(shortlist)}；${formatDay(shortlist.updatedAt)}`,
})

/** Converts what a member follows, with whether anything has changed. */
export const toFollowEntry = ({ id, kind, label, newProducts }: Follow): OverviewEntry => ({
  id,
  title: label,
  url: PAGES.following,
  detail: newProducts > 0 && kind !== 'product' ? `${newProducts}个产品有变化` : FOLLOW_KIND_LABELS[kind],
  ...(newProducts > 0 && { status: '有变化' }),
})

/** Converts an inquiry, which can be opened once its deadline has passed. */
export const toInquiryEntry = (inquiry: InquirySummary): OverviewEntry => ({
  id: inquiry.id,
  title: inquiry.title,
  url: PAGES.inquiry(inquiry.id),
  detail: `邀请${inquiry.invited}个邮箱，${inquiry.submitted}份已提交`,
  status: describeStatus(inquiry),
  isActionRequired: inquiry.status === 'open' && inquiry.isDue,
})

/** Converts a received inquiry, which waits until it is handed in or refused. */
export const toReceivedInquiryEntry = (received: ReceivedInquiry): OverviewEntry => ({
  id: received.id,
  title: received.title,
  url: PAGES.receivedInquiries,
  detail: `${received.productName}；${formatMinute(received.deadline)}截止`,
  status: describeReceived(received),
  isActionRequired: received.canAnswer && received.isOwnAddress && !['submitted', 'declined'].includes(received.status),
})

/** Converts a project; the entry depends on whether the member is a judge or the owner. */
export function toProjectEntry({ id, name, status, role, judges, submittedJudges }: ProjectSummary): OverviewEntry {
  const isJudge = role === 'judge'
  const progress = judges > 0 ? `${submittedJudges}/${judges}位评委已提交` : '还没有邀请评委'
  return {
    id,
    title: name,
    url: isJudge
      ? buildPageUrl(PAGES.judging, SITE_PAGES.judging.parameters, { project: id })
      : PAGES.evaluationProject(id),
    detail: isJudge ? '我是评委' : progress,
    status: PROJECT_STATUS_LABELS[status],
    isActionRequired: isJudge && status === 'scoring',
  }
}

export const toReviewEntry = ({ id, product, status, reason, submittedAt }: OwnReview): OverviewEntry => ({
  id,
  title: product.name,
  url: PAGES.myReviews,
  detail: status === 'rejected' ? `请修改：${reason}` : `${formatDay(submittedAt)}提交`,
  status: MEMBER_REVIEW_STATUS_LABELS[status],
  isActionRequired: status === 'rejected',
})

function describeReasons(reasons: SubmissionProgress['reasons']): string {
  const asked = reasons.filter(({ isAsked }) => isAsked)
  return asked.length === 0 ? RETURN_MESSAGES.nothingAsked : `请补正：${asked.map(({ label }) => label).join('、')}`
}

function describeSubmission({ status, notes, reasons, createdAt, receipt }: SubmissionProgress): string {
  if (status === 'returned') return describeReasons(reasons)
  return status === 'rejected' && notes ? `审核意见：${notes}` : `${formatDay(createdAt)}提交，${receipt}`
}

export const toSubmissionEntry = (submission: SubmissionProgress): OverviewEntry => {
  const { receipt, productName, status, productId } = submission
  const isListed = status === 'approved' && productId !== null
  return {
    id: receipt,
    title: productName,
    url: isListed ? PAGES.product(productId) : PAGES.mySubmissions,
    detail: describeSubmission(submission),
    status: SUBMISSION_STATUS_LABELS[status],
    isActionRequired: status === 'rejected' || status === 'returned',
  }
}

/** Converts a vendor's product, with its pending tasks. */
export function toVendorProductEntry(product: VendorProduct): OverviewEntry {
  const requiredTasks = listTasks(product).filter(({ isActionRequired }) => isActionRequired)
  return {
    id: product.id,
    title: product.name,
    url: PAGES.myProducts,
    detail: requiredTasks.map(({ label }) => label).join('，') || '没有待办',
    status: product.isActive ? '已上架' : '未上架',
    isActionRequired: product.isActive && requiredTasks.length > 0,
  }
}

export const toEventEntry = ({
  eventId,
  title,
  date,
  time,
  status,
  waitingPosition,
}: EventRegistration): OverviewEntry => ({
  id: eventId,
  title,
  url: PAGES.myEvents,
  detail: [formatEnteredDay(date), time].filter(Boolean).join('　'),
  status: waitingPosition === null ? REGISTRATION_STATUS_LABELS[status] : `候补第${waitingPosition}位`,
})
