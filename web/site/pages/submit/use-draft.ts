import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isFilled } from '#contracts/rules/completion.ts'
import type { SubmissionInput } from '#contracts/submissions/submission.ts'
import { clearDraft, DRAFT_FIELDS, type Draft, readDraft, saveDraft } from './draft.ts'
import type { SubmissionValues } from './fields.ts'

type Form = UseFormReturn<SubmissionValues, unknown, SubmissionInput>

/** Long enough that typing is not slowed by storage, short enough that nobody notices. */
const DEBOUNCE_MS = 400

/**
 * Carries a half-filled form through a reload: puts the kept values back once the page is hydrated, and keeps what is
 * typed from then on. Returns whether something was put back, and the ways to end it.
 */
export function useDraft(form: Form) {
  const [isRestored, setIsRestored] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const draft = readDraft()
    if (draft) setIsRestored(restoreDraft(form, draft))

    const saveNow = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      saveDraft(form.getValues())
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(saveNow, DEBOUNCE_MS)
      },
    })
    // A reload in the middle of a word comes before the timer.
    window.addEventListener('pagehide', saveNow)
    return () => {
      saveNow()
      stop()
      window.removeEventListener('pagehide', saveNow)
    }
  }, [form])

  return {
    isRestored,
    dismiss: () => setIsRestored(false),
    /** Forgets the draft, and what is waiting to be kept. */
    forget() {
      clearTimeout(timer.current)
      timer.current = undefined
      clearDraft()
      setIsRestored(false)
    },
  }
}

/**
 * Fills the fields that are still empty: what was typed before the page was hydrated stands. Returns whether any was.
 */
function restoreDraft(form: Form, draft: Draft): boolean {
  let isAny = false
  for (const name of DRAFT_FIELDS) {
    const value = draft[name]
    if (!isFilled(value) || isFilled(form.getValues(name))) continue
    form.setValue(name, value, { shouldValidate: true, shouldDirty: true })
    isAny = true
  }
  return isAny
}
