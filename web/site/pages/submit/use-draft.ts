import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isFilled } from '#contracts/rules/completion.ts'
import type { SubmissionFormInput } from '#contracts/submissions/submission.ts'
import { clearDraft, DRAFT_FIELDS, type Draft, readDraft, saveDraft } from './draft.ts'
import type { SubmissionValues } from './fields.ts'

type Form = UseFormReturn<SubmissionValues, unknown, SubmissionFormInput>

/** Long enough that storage doesn't slow down typing, short enough to lose nothing noticeable. */
const DEBOUNCE_MS = 400

/**
 * Preserves an unfinished form across reloads: restores the stored values after hydration, and stores later input.
 * Returns whether something was restored, and functions to dismiss and discard it.
 */
export function useDraft(form: Form) {
  const [isRestored, setIsRestored] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
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
    setIsRestored(restoreDraft(form, readDraft()))
    // The page may be reloaded before the timer fires.
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
    /** Deletes the draft, and cancels pending writes. */
    forget() {
      clearTimeout(timer.current)
      timer.current = undefined
      clearDraft()
      setIsRestored(false)
    },
  }
}

/**
 * Fills empty fields from the draft, and registers input from before hydration with the form. Returns whether any field
 * was filled from the draft.
 */
function restoreDraft(form: Form, draft: Draft | undefined): boolean {
  const typed = form.getValues()
  const filled = DRAFT_FIELDS.flatMap((name) => {
    const value = isFilled(typed[name]) ? typed[name] : draft?.[name]
    return isFilled(value) ? [[name, value] as const] : []
  })
  const facts = typed.facts ?? draft?.facts ?? []
  if (facts.length > 0) form.setValue('facts', facts, { shouldDirty: true })
  if (filled.length === 0) return facts.length > 0
  // In one call: setting a single field to the value it already has notifies no subscriber.
  form.setValues(Object.fromEntries(filled), { shouldValidate: true, shouldDirty: true })
  return filled.some(([name, value]) => value !== typed[name])
}
