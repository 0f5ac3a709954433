import type { FieldPath, FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'

/** Ends with the press that is under way, after its click. */
let press: Promise<void> = Promise.resolve()

function followPress(): void {
  press = new Promise((resolve) => {
    const end = () => setTimeout(resolve)
    window.addEventListener('pointerup', end, { once: true })
    window.addEventListener('pointercancel', end, { once: true })
  })
}
if (typeof document !== 'undefined') document.addEventListener('pointerdown', followPress, true)

/**
 * Registers a field with its form. A press takes the focus from the field before: were that validated at once, a message
 * that comes or goes would move what is pressed from under the pointer, and the press would be lost. So it waits.
 */
export function registerField<Fields extends FieldValues, Name extends FieldPath<Fields>>(
  form: Pick<UseFormReturn<Fields>, 'register'>,
  name: Name,
): UseFormRegisterReturn<Name> {
  const field = form.register(name)
  return {
    ...field,
    async onBlur(event) {
      await press
      await field.onBlur(event)
    },
  }
}
