import { type FormEvent, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { createStoredValue } from '../stored-value.ts'
import { Button } from './buttons.tsx'
import { CONTROL_CLASS } from './control-class.ts'
import { focusElement } from './focus-element.ts'
import { FormField } from './form-field.tsx'
import { FormError } from './text-field.tsx'
import { useToast } from './toast.tsx'

const DRAFT_LIFETIME_MS = 14 * DAY_MS

type DraftedTextFormProps = {
  label: string
  /** What is sent, as the name of the form. */
  purpose: string
  hint?: string | undefined
  /** Where the draft is stored, which survives a reload and a refusal until it is sent or cancelled. */
  storageKey: string
  initialText?: string
  maxLength: number
  /** Returns why the text can't be sent. */
  findProblem: (text: string) => string | undefined
  failureMessage: string
  submitLabel: string
  send: (text: string) => Promise<{ message?: string | undefined }>
  /** Closes the form. */
  onSent: () => unknown
  onCancel: () => void
}

/** The form of one text, such as a question or a reply. */
export function DraftedTextForm({
  label,
  purpose,
  hint,
  storageKey,
  initialText = '',
  maxLength,
  findProblem,
  failureMessage,
  submitLabel,
  send,
  onSent,
  onCancel,
}: DraftedTextFormProps) {
  const showToast = useToast()
  const [draft] = useState(() => createStoredValue<string>(storageKey, DRAFT_LIFETIME_MS))
  const [text, setText] = useState(() => String(draft.read() ?? initialText))
  const [problem, setProblem] = useState<string>()
  const sendMutation = useMutation({
    mutationFn: () => send(text),
    async onSuccess({ message }) {
      draft.clear()
      showToast(message ?? '', 'success')
      await onSent()
    },
  })

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = findProblem(text)
    setProblem(found)
    if (found) event.currentTarget.querySelector('textarea')?.focus()
    else sendMutation.mutate()
  }

  function change(value: string) {
    setText(value)
    setProblem(undefined)
    draft.write(value)
  }

  function cancel() {
    draft.clear()
    onCancel()
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="max-w-prose space-y-4" aria-label={purpose}>
      <FormField label={label} isRequired hint={hint} error={problem}>
        {(control) => (
          <textarea
            {...control}
            ref={focusElement}
            rows={4}
            maxLength={maxLength}
            className={CONTROL_CLASS}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </FormField>
      <FormError>{sendMutation.isError && toErrorMessage(sendMutation.error, failureMessage)}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={sendMutation.isPending}>
          {sendMutation.isPending ? '提交中……' : submitLabel}
        </Button>
        <Button variant="outline" onClick={cancel}>
          取消
        </Button>
      </div>
    </form>
  )
}
