import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PublicReview } from '#contracts/member-reviews/review.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Button } from '../../components/buttons.tsx'
import { useSession } from '../../session/session.ts'
import { ReplyForm } from './reply-form.tsx'
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
  const [isOpen, setIsOpen] = useState(false)
  const openButton = useRef<HTMLButtonElement>(null)

  function close() {
    // The button must be rendered again before it can be focused.
    flushSync(() => setIsOpen(false))
    openButton.current?.focus()
  }

  if (isOpen) return <ReplyForm key={userId} userId={userId} review={review} product={product} onClose={close} />
  return (
    <Button ref={openButton} variant="secondary" className="mt-4" onClick={() => setIsOpen(true)}>
      以厂商身份回复
    </Button>
  )
}
