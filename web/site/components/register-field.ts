import type { FieldPath, FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

/** Resolves after the current press and its click event. */
let currentPress: Promise<void> = Promise.resolve()

function trackPress(): void {
  currentPress = new Promise((resolve) => {
    const end = () => setTimeout(resolve)
    window.addEventListener('pointerup', end, { once: true })
    window.addEventListener('pointercancel', end, { once: true })
  })
}
if (typeof document !== 'undefined') document.addEventListener('pointerdown', trackPress, true)

/**
 * Registers a field with its form. Pressing a button blurs the field: if that were validated immediately, an appearing
 * or disappearing error would move the button from under the pointer, and the click would be lost. So validation waits
 * for the end of the press.
 */
export function registerField<Fields extends FieldValues, Name extends FieldPath<Fields>>(
  form: Pick<UseFormReturn<Fields>, 'register'>,
  name: Name,
): UseFormRegisterReturn<Name> {
  const field = form.register(name)
  return {
    ...field,
    async onBlur(event) {
      await currentPress
      await field.onBlur(event)
    },
  }
}
