import { useEffect, useEffectEvent, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Long enough not to slow down typing, and short enough that little input can be lost. */
const DEBOUNCE_MS = 400

/**
 * Passes a form's values to `save` shortly after each change, and immediately if the page is left or the form is
 * closed. Returns a function that cancels a pending save.
 */
export function useDebouncedSave<Fields extends FieldValues, Context, Output>(
  form: UseFormReturn<Fields, Context, Output>,
  save: (values: Fields) => void,
): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saveValues = useEffectEvent(() => save(form.getValues()))

  useEffect(() => {
    const saveNow = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      saveValues()
    }
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(saveNow, DEBOUNCE_MS)
      },
    })
    // The page may be reloaded before the timer fires.
    window.addEventListener('pagehide', saveNow)
    return () => {
      saveNow()
      unsubscribe()
      window.removeEventListener('pagehide', saveNow)
    }
  }, [form])

  return () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
}
