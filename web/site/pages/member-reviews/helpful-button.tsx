import { ThumbsUp } from 'lucide-react'
import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { PublicReview, ReviewerEligibility } from '#contracts/member-reviews/review.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { useToast } from '../../components/toast.tsx'
import { useSession } from '../../session/session.ts'
import { useReviewCache } from './review-queries.ts'
import type { ReviewedProduct } from './reviewed-product.ts'

type HelpfulButtonProps = {
  review: PublicReview
  product: ReviewedProduct
  reviewerEligibility: ReviewerEligibility | undefined
}

/** The number of readers who found a review helpful, as a button to vote; visitors are asked to sign in. */
export function HelpfulButton({ review, product, reviewerEligibility }: HelpfulButtonProps) {
  const { user } = useSession()
  const showToast = useToast()
  const { reloadOwn, reloadPublished } = useReviewCache()
  const isMarked = reviewerEligibility?.helpful.includes(review.id) ?? false
  const { mutate, isPending } = useMutation({
    mutationFn: (isHelpful: boolean) =>
      call(memberReviewCalls.markHelpful, {
        params: { catalogue: product.catalogue, id: product.id, review: review.id },
        body: { isHelpful },
      }),
    onError: (error) => showToast(toErrorMessage(error, MEMBER_REVIEW_MESSAGES.helpfulFailed), 'error'),
    onSettled: () => Promise.all([reloadOwn(), reloadPublished()]),
  })
  const { show, preload, dialogs } = useAccountDialogs({
    reason: '登录后即记下您认为这条评价有帮助。',
    onSignedIn: () => mutate(true),
  })
  const label = review.helpful === 0 ? '有帮助' : `有帮助（${review.helpful}）`
  // Authors and staff can't vote.
  if (reviewerEligibility?.review?.id === review.id || reviewerEligibility?.ineligibilityReason === 'staff')
    return <p className="inline-flex min-h-11 items-center text-sm text-muted">{label}</p>
  function press() {
    if (!user) show('sign-in')
    else mutate(!isMarked)
  }
  return (
    <>
      <button
        type="button"
        aria-pressed={user ? isMarked : undefined}
        aria-haspopup={user ? undefined : 'dialog'}
        aria-busy={isPending || undefined}
        aria-disabled={isPending || undefined}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-lg border border-control px-3.5 text-sm noscript:hidden hover:border-indigo aria-pressed:border-indigo aria-pressed:bg-indigo-tint aria-pressed:text-indigo"
        onPointerEnter={user ? undefined : preload}
        onClick={press}
      >
        <ThumbsUp className="size-4" aria-hidden />
        {label}
      </button>
      {dialogs}
    </>
  )
}
