import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TEXT } from '#contracts/limits.ts'
import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { PublicReview } from '#contracts/member-reviews/review.ts'
import { call } from '../../../shared/call.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Button } from '../../components/buttons.tsx'
import { DraftedTextForm } from '../../components/drafted-text-form.tsx'
import { useSession } from '../../session/session.ts'
import { useReviewCache } from './review-queries.ts'
import type { ReviewedProduct } from './reviewed-product.ts'

type ReviewReplyProps = { review: PublicReview; product: ReviewedProduct; isVendor: boolean }

/** The vendor's reply to a review; if there is none, a form to write it for the vendor. */
export function ReviewReply({ review, product, isVendor }: ReviewReplyProps) {
  if (review.reply) return <Reply reply={review.reply} />
  return isVendor ? <ReplyEditor review={review} product={product} /> : null
}

const Reply = ({ reply }: { reply: NonNullable<PublicReview['reply']> }) => (
  <div className="mt-4 max-w-prose rounded-lg bg-sunken px-4 py-3">
    <p className="text-sm font-semibold">
      厂商回复
      <span className="ml-2 font-normal text-muted">
        <time dateTime={reply.at}>{formatDay(reply.at)}</time>
        <span>{reply.by === 'staff' && '，由平台代为登记'}</span>
      </span>
    </p>
    <p className="mt-1 whitespace-pre-line wrap-anywhere">{reply.text}</p>
  </div>
)

/** A button that opens the form of the reply. */
function ReplyEditor({ review, product }: Omit<ReviewReplyProps, 'isVendor'>) {
  const userId = useSession().user?._id ?? ''
  const { reloadPublished } = useReviewCache()
  const [isOpen, setIsOpen] = useState(false)
  const openButton = useRef<HTMLButtonElement>(null)

  function close() {
    // The button must be rendered again before it can be focused.
    flushSync(() => setIsOpen(false))
    openButton.current?.focus()
  }

  if (isOpen)
    return (
      <div className="mt-4">
        <DraftedTextForm
          key={userId}
          label="厂商回复"
          purpose="厂商回复"
          hint="每条评价只能回复一次，发布后不能修改。"
          storageKey={`zhijian.reply.${userId}.${review.id}`}
          maxLength={TEXT.paragraph}
          findProblem={(text) => (text.trim() === '' ? MESSAGES.reply : undefined)}
          failureMessage={MESSAGES.replyFailed}
          submitLabel="发布回复"
          send={(text) =>
            call(memberReviewCalls.reply, {
              params: { catalogue: product.catalogue, id: product.id, review: review.id },
              body: { text },
            })
          }
          onSent={reloadPublished}
          onCancel={close}
        />
      </div>
    )
  return (
    <Button ref={openButton} variant="secondary" className="mt-4" onClick={() => setIsOpen(true)}>
      以厂商身份回复
    </Button>
  )
}
