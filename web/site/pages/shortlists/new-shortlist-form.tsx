import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { z } from 'zod'
import { TEXT } from '#contracts/limits.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { SHORTLIST_MESSAGES } from '#contracts/shortlists/messages.ts'
import type { ShortlistCreateSchema } from '#contracts/shortlists/shortlist.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { FormError } from '../../components/text-field.tsx'

type NewShortlistFormProps = {
  contents: Omit<z.input<typeof ShortlistCreateSchema>, 'title'>
  /** The name of the form for screen readers, and the default text of its button. */
  name: string
  titleLabel: string
  submitLabel?: string
  note: ReactNode
  className?: string
  onCreated: (created: { id: string; message: string }) => Promise<void> | void
}

/** Asks for a title and creates a shortlist with it. */
export function NewShortlistForm({
  contents,
  name,
  titleLabel,
  submitLabel = name,
  note,
  className = '',
  onCreated,
}: NewShortlistFormProps) {
  const [isTitleMissing, setIsTitleMissing] = useState(false)
  const createShortlistMutation = useMutation({
    mutationFn: (title: string) => call(shortlistCalls.create, { body: { ...contents, title } }),
    onSuccess: ({ data, message = '' }) => onCreated({ id: data.id, message }),
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const title = String(new FormData(form).get('title') ?? '').trim()
    setIsTitleMissing(title === '')
    if (title === '') form.querySelector('input')?.focus()
    else createShortlistMutation.mutate(title, { onSuccess: () => form.reset() })
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} className={`space-y-4 ${className}`} aria-label={name}>
      <FormField label={titleLabel} isRequired error={isTitleMissing ? SHORTLIST_MESSAGES.titleMissing : undefined}>
        {(control) => <input {...control} name="title" maxLength={TEXT.line} className={CONTROL_CLASS} />}
      </FormField>
      <FormError>{createShortlistMutation.isError && toErrorMessage(createShortlistMutation.error)}</FormError>
      <Button type="submit" isBusy={createShortlistMutation.isPending}>
        {createShortlistMutation.isPending ? '保存中……' : submitLabel}
      </Button>
      <p className="text-sm text-muted">{note}</p>
    </form>
  )
}
