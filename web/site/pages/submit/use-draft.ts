import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isFilled } from '#contracts/rules/submission-completion.ts'
import type { SubmissionFormInput } from '#contracts/submissions/submission.ts'
import { useThrottledSave } from '../../components/use-throttled-save.ts'
import { DRAFT_FIELDS, type Draft, type SubmissionDraft } from './draft.ts'
import type { SubmissionValues } from './submission-fields.ts'

type Form = UseFormReturn<SubmissionValues, unknown, SubmissionFormInput>

/**
 * Preserves an unfinished form across reloads: restores the stored values after hydration, and stores later input.
 * Without a draft, the form starts with the initial values, if any. Returns whether something was restored, and
 * functions to dismiss and discard it.
 */
export function useDraft(form: Form, storage: SubmissionDraft, initialValues?: Partial<Draft>) {
  const [isRestored, setIsRestored] = useState(false)
  // Must precede restoring the draft, so that its listener is also notified of input from before hydration.
  const cancelSave = useThrottledSave(form, storage.save)
  const restore = useEffectEvent(() => {
    const draft = storage.read()
    const hasFilled = restoreDraft(form, draft ?? initialValues)
    setIsRestored(hasFilled && draft !== undefined)
  })
  useEffect(() => restore(), [])

  /** Deletes the draft, and cancels pending writes. */
  function discard() {
    cancelSave()
    storage.clear()
    setIsRestored(false)
  }

  return {
    isRestored,
    dismiss: () => setIsRestored(false),
    discard,
    /** Discards the draft, and fills the emptied form with the initial values. */
    startAgain() {
      discard()
      restoreDraft(form, initialValues)
    },
  }
}

/**
 * Fills empty fields from the draft, and registers input from before hydration with the form. Returns whether any field
 * was filled from the draft.
 */
function restoreDraft(form: Form, draft: Partial<Draft> | undefined): boolean {
  const currentValues = form.getValues()
  const entries = DRAFT_FIELDS.flatMap((name) => {
    const value = isFilled(currentValues[name]) ? currentValues[name] : draft?.[name]
    return isFilled(value) ? [[name, value] as const] : []
  })
  const facts = currentValues.facts ?? draft?.facts ?? []
  if (facts.length > 0) form.setValue('facts', facts, { shouldDirty: true })
  if (entries.length === 0) return facts.length > 0
  // In one call: setting a single field to the value it already has notifies no subscriber.
  form.setValues(Object.fromEntries(entries), { shouldValidate: true, shouldDirty: true })
  return entries.some(([name, value]) => value !== currentValues[name])
}
