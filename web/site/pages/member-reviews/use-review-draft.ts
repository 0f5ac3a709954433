import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ReviewContent, ReviewFields } from '#contracts/member-reviews/review.ts'
import type { createReviewDraft, ReviewValues } from './review-draft.ts'

/** Long enough that storage doesn't slow down typing, short enough to lose nothing noticeable. */
const DEBOUNCE_MS = 400

type DraftOptions = {
  form: UseFormReturn<ReviewFields, unknown, ReviewContent>
  proof: ReviewValues['proof']
  draft: ReturnType<typeof createReviewDraft>
}

/**
 * Stores the form's input on the device, so that it survives the end of the session. Returns a function that stops this
 * and deletes the draft.
 */
export function useReviewDraft({ form, proof, draft }: DraftOptions): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestProof = useRef(proof)
  const storedProof = useRef(proof)

  useEffect(() => {
    const saveNow = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      draft.write({ ...form.getValues(), proof: latestProof.current })
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(saveNow, DEBOUNCE_MS)
      },
    })
    window.addEventListener('pagehide', saveNow)
    return () => {
      saveNow()
      stop()
      window.removeEventListener('pagehide', saveNow)
    }
  }, [form, draft])

  useEffect(() => {
    latestProof.current = proof
    if (storedProof.current === proof) return
    storedProof.current = proof
    draft.write({ ...form.getValues(), proof })
  }, [form, draft, proof])

  return () => {
    clearTimeout(timer.current)
    timer.current = undefined
    draft.clear()
  }
}
