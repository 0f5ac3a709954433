import type { ReactNode, Ref } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type AccountFormProps<Fields extends FieldValues, Output> = {
  /** The form's accessible name. */
  name: string
  form: Pick<UseFormReturn<Fields, unknown, Output>, 'handleSubmit'>
  /** Called when a field is focused, to load the schema before the form is submitted. */
  preloadSchema: () => void
  onSubmit: (input: Output) => unknown
  /** How to focus the first field: see `focus-first-field.ts`. */
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** The frame of the forms about one's own account, which work with script only. */
export function AccountForm<Fields extends FieldValues, Output>({
  name,
  form,
  preloadSchema,
  onSubmit,
  ref,
  children,
}: AccountFormProps<Fields, Output>) {
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      onFocus={preloadSchema}
      onSubmit={form.handleSubmit(onSubmit)}
      aria-label={name}
      className="space-y-5"
    >
      {children}
    </form>
  )
}
