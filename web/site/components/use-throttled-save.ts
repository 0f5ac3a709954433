import { useEffect, useEffectEvent, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { createThrottledSave } from '../../shared/throttled-save.ts'

/** Long enough not to slow down typing, and short enough that little input can be lost. */
const SAVE_INTERVAL_MS = 400

/**
 * Passes a form's values to `save` after the first change and shortly after later ones, and immediately if the page is
 * left or the form is closed. Returns a function that cancels a pending save.
 */
export function useThrottledSave<Fields extends FieldValues, Context, Output>(
  form: UseFormReturn<Fields, Context, Output>,
  save: (values: Fields) => void,
): () => void {
  const saveValues = useEffectEvent(() => save(form.getValues()))
  const cancel = useRef(() => {})

  useEffect(() => {
    const throttled = createThrottledSave(() => saveValues(), SAVE_INTERVAL_MS)
    cancel.current = throttled.cancel
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: throttled.schedule })
    // The page may be reloaded before the interval ends.
    window.addEventListener('pagehide', throttled.flush)
    return () => {
      throttled.flush()
      unsubscribe()
      window.removeEventListener('pagehide', throttled.flush)
    }
  }, [form])

  return () => cancel.current()
}
