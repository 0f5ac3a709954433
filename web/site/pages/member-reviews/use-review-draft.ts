import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ReviewContent, ReviewFields } from '#contracts/member-reviews/review.ts'
import { useThrottledSave } from '../../components/use-throttled-save.ts'
import type { createReviewDraft, ReviewValues } from './review-draft.ts'

type ReviewDraftOptions = {
  form: UseFormReturn<ReviewFields, unknown, ReviewContent>
  proof: ReviewValues['proof']
  draft: ReturnType<typeof createReviewDraft>
}

/**
 * Stores the form's input on the device, so that it survives the end of the session. Returns a function that deletes
 * the draft and cancels a pending save.
 */
export function useReviewDraft({ form, proof, draft }: ReviewDraftOptions): () => void {
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
