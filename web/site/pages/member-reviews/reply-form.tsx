import { type FormEvent, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import { TEXT } from '#contracts/limits.ts'
import { memberReviewCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { PublicReview } from '#contracts/member-reviews/review.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { focusElement } from '../../components/focus-element.ts'
import { FormField } from '../../components/form-field.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { createStoredValue } from '../../stored-value.ts'
import { useReviewCache } from './review-queries.ts'
import type { ReviewedProduct } from './reviewed-product.ts'

const DRAFT_LIFETIME_MS = 14 * DAY_MS

type ReplyFormProps = { userId: string; review: PublicReview; product: ReviewedProduct; onClose: () => void }

/** The form of a reply; its draft survives a reload until it is sent or cancelled. */
export function ReplyForm({ userId, review, product, onClose }: ReplyFormProps) {
  const showToast = useToast()
  const { reloadPublished } = useReviewCache()
  const [draft] = useState(() => createStoredValue<string>(`zhijian.reply.${userId}.${review.id}`, DRAFT_LIFETIME_MS))
  const [text, setText] = useState(() => String(draft.read() ?? ''))
  const [isMissing, setIsMissing] = useState(false)
  const publishReplyMutation = useMutation({
    mutationFn: () =>
      call(memberReviewCalls.reply, {
        params: { catalogue: product.catalogue, id: product.id, review: review.id },
        body: { text },
      }),
    onSuccess: async ({ message }) => {
      draft.clear()
      await reloadPublished()
      showToast(message, 'success')
    },
  })

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isBlank = text.trim() === ''
    setIsMissing(isBlank)
    if (isBlank) event.currentTarget.querySelector('textarea')?.focus()
    else publishReplyMutation.mutate()
  }

  function change(value: string) {
    setText(value)
    setIsMissing(false)
    draft.write(value)
  }

  function cancel() {
    draft.clear()
    onClose()
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="mt-4 max-w-prose space-y-4" aria-label="厂商回复">
      <FormField
        label="厂商回复"
        isRequired
        hint="每条评价只能回复一次，发布后不能修改。"
        error={isMissing ? MEMBER_REVIEW_MESSAGES.reply : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            ref={focusElement}
            rows={4}
            maxLength={TEXT.paragraph}
            className={CONTROL_CLASS}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </FormField>
      <FormError>
        {publishReplyMutation.isError && toErrorMessage(publishReplyMutation.error, MEMBER_REVIEW_MESSAGES.replyFailed)}
      </FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={publishReplyMutation.isPending}>
          {publishReplyMutation.isPending ? '发布中……' : '发布回复'}
        </Button>
        <Button variant="outline" onClick={cancel}>
          取消
        </Button>
      </div>
    </form>
  )
}
