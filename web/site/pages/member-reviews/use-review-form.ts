import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { memberReviewCalls, ownReviewCalls } from '#contracts/member-reviews/calls.ts'
import { REVIEW_DIMENSIONS } from '#contracts/member-reviews/choices.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { OwnReview, ReviewContent, ReviewFields } from '#contracts/member-reviews/review.ts'
import { call } from '../../../shared/call.ts'
import { findFieldMessage } from '../../../shared/call-error.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { useThrottledSave } from '../../components/use-throttled-save.ts'
import type { ReviewValues } from './review-draft.ts'
import { createReviewDraft, EMPTY_REVIEW, toReviewValues } from './review-draft.ts'
import { useReviewCache } from './review-queries.ts'
import type { ReviewedProduct } from './reviewed-product.ts'

type ReviewDraftOptions = {
  form: UseFormReturn<ReviewFields, unknown, ReviewContent>
  proof: ReviewValues['proof']
  draft: ReturnType<typeof createReviewDraft>
}

/**
 * Stores the form's input on the device, so that it survives the end of the session. Returns a function that deletes
 * the draft and cancels a pending save.
 */
function useReviewDraft({ form, proof, draft }: ReviewDraftOptions): () => void {
  const storedProof = useRef(proof)
  const cancelSave = useThrottledSave(form, (values) => draft.write({ ...values, proof }))

  useEffect(() => {
    if (storedProof.current === proof) return
    storedProof.current = proof
    draft.write({ ...form.getValues(), proof })
  }, [form, draft, proof])

  return () => {
    cancelSave()
    draft.clear()
  }
}

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/member-reviews/review.ts')).ReviewContentSchema,
)

const RATING_NAMES = REVIEW_DIMENSIONS.map((dimension) => `ratings.${dimension}` as const)
const FIELD_NAMES = [
  ...RATING_NAMES,
  'pros',
  'cons',
  'advice',
  'role',
  'industry',
  'companySize',
  'deployment',
  'monthsOfUse',
  'affiliation',
] as const

export type ReviewFormOptions = {
  product: ReviewedProduct
  userId: string
  /** The member's existing review. */
  review: OwnReview | null
  onSent: (message: string) => void
}

/** Returns the form of a review with its proof, and its draft, which is stored on the device until the review is sent. */
export function useReviewForm({ product, userId, review, onSent }: ReviewFormOptions) {
  const [draft] = useState(() => createReviewDraft(userId, product.id))
  const savedValues = review ? toReviewValues(review) : EMPTY_REVIEW
  const [restoredValues] = useState(() => draft.readUnsent(savedValues))
  const [isRestored, setIsRestored] = useState(restoredValues !== undefined)
  const { proof: initialProof, ...initialValues } = restoredValues ?? savedValues
  const [proof, setProof] = useState(initialProof)
  const [proofError, setProofError] = useState<string>()
  const form = useForm<ReviewFields, unknown, ReviewContent>({ resolver, defaultValues: initialValues })
  const discardDraft = useReviewDraft({ form, proof, draft })
  const { reloadOwn } = useReviewCache()

  const send = useExclusive(async (content: ReviewContent) => {
    setProofError(undefined)
    const body = { ...content, proof: proof === undefined ? undefined : (proof?.key ?? null) }
    const request = review
      ? call(ownReviewCalls.update, { params: { id: review.id }, body: { ...body, version: review.version } })
      : call(memberReviewCalls.create, { params: { ...product }, body })
    const reply = await request.catch(handleFailure)
    if (!reply) return
    discardDraft()
    await reloadOwn()
    onSent(reply.message)
  })

  function handleFailure(error: unknown): void {
    setProofError(findFieldMessage(error, 'proof'))
    showError(error, { names: FIELD_NAMES, setError: form.setError }, MEMBER_REVIEW_MESSAGES.changeFailed)
    // The page shows the new state if the review has been moderated meanwhile, or the email address must be verified.
    void reloadOwn()
  }

  return {
    form,
    preloadSchema,
    proof,
    proofError,
    setProof,
    /** Whether the form was restored from the draft. */
    isRestored,
    dismissDraftNotice: () => setIsRestored(false),
    onSubmit: form.handleSubmit(send),

    /** Restores the saved review and deletes the draft. */
    discard(): void {
      const { proof: savedProof, ...values } = savedValues
      form.reset(values)
      setProof(savedProof)
      discardDraft()
      setIsRestored(false)
    },
  }
}
