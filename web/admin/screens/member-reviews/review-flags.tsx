import { BadgeCheck, FileCheck, Flag as FlagIcon, Network, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { MEMBER_REVIEWS } from '#contracts/limits.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { describeAffiliation } from '#contracts/rules/reviews/describe-review.ts'
import { getToneClass } from '../../../shared/tone.ts'

/** Flags for moderators, each with icon and text. */
export function ReviewFlags({ review }: { review: ModeratedReview }) {
  const affiliationText = describeAffiliation(review.content)
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm empty:hidden md:flex-col">
      {review.isVerified && (
        <Flag icon={<BadgeCheck className="size-4" aria-hidden />} tone="green">
          已验证
        </Flag>
      )}
      {review.proof && (
        <Flag icon={<FileCheck className="size-4" aria-hidden />} tone="blue">
          有证明
        </Flag>
      )}
      {affiliationText && (
        <Flag icon={<TriangleAlert className="size-4" aria-hidden />} tone="orange">
          {affiliationText}
        </Flag>
      )}
      {review.isVendorRelated && !affiliationText && (
        <Flag icon={<TriangleAlert className="size-4" aria-hidden />} tone="red">
          疑似厂商人员，未说明
        </Flag>
      )}
      {review.sameAddress > 0 && (
        <Flag icon={<Network className="size-4" aria-hidden />} tone="orange">
          同一网络{MEMBER_REVIEWS.sameAddressDays}天内另有{review.sameAddress}条
        </Flag>
      )}
      {review.reports.length > 0 && (
        <Flag icon={<FlagIcon className="size-4" aria-hidden />} tone="red">
          {review.reports.length}位会员举报
        </Flag>
      )}
    </ul>
  )
}

const Flag = ({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) => (
  <li className={`${getToneClass(tone)} inline-flex items-start gap-1 text-tone [&>svg]:mt-1 [&>svg]:shrink-0`}>
    {icon}
    <span>{children}</span>
  </li>
)
