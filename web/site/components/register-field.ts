import type { FieldPath, FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

/** Resolves after the click event of the current pointer press. */
let currentPress: Promise<void> = Promise.resolve()

function trackPress(): void {
  currentPress = new Promise((resolve) => {
    const resolveAfterClick = () => setTimeout(resolve)
    window.addEventListener('pointerup', resolveAfterClick, { once: true })
    window.addEventListener('pointercancel', resolveAfterClick, { once: true })
  })
}
if (typeof document !== 'undefined') document.addEventListener('pointerdown', trackPress, true)

/**
 * Registers a field with its form. Pressing a button blurs the field; if the field were validated immediately, its
 * error would appear or disappear and move the button away from the pointer, and the click would be lost. So validation
 * waits until the press has ended.
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
