import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import { PRODUCT_QUESTIONS } from '#contracts/limits.ts'
import { ownQuestionCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES as MESSAGES } from '#contracts/product-questions/messages.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { focusElement } from '../../components/focus-element.ts'
import { FormField } from '../../components/form-field.tsx'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { createStoredValue } from '../../stored-value.ts'

const DRAFT_LIFETIME_MS = 14 * DAY_MS

type PostFormProps = {
  label: string
  /** What is sent, as the name of the form. */
  purpose: string
  hint?: string
  /** Where the draft is stored, which survives a reload and a refusal until it is sent or cancelled. */
  storageKey: string
  initialText?: string
  send: (text: string) => Promise<{ message?: string | undefined }>
  onSent: () => void
  onCancel: () => void
}

/** The form of a question or an answer. */
export function PostForm({
  label,
  purpose,
  hint,
  storageKey,
  initialText = '',
  send,
  onSent,
  onCancel,
}: PostFormProps) {
  const client = useQueryClient()
  const showToast = useToast()
  const [draft] = useState(() => createStoredValue<string>(storageKey, DRAFT_LIFETIME_MS))
  const [text, setText] = useState(() => String(draft.read() ?? initialText))
  const [problem, setProblem] = useState<string>()
  const sendMutation = useMutation({
    mutationFn: () => send(text),
    async onSuccess({ message }) {
      draft.clear()
      onSent()
      showToast(message ?? '', 'success')
      await invalidate(client, ownQuestionCalls.list)
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
            maxLength={PRODUCT_QUESTIONS.textMax}
            className={CONTROL_CLASS}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </FormField>
      <FormError>{sendMutation.isError && toErrorMessage(sendMutation.error, MESSAGES.sendFailed)}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={sendMutation.isPending}>
          {sendMutation.isPending ? '提交中……' : `提交${label}`}
        </Button>
        <Button variant="outline" onClick={cancel}>
          取消
        </Button>
      </div>
    </form>
  )
}

function findProblem(text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return MESSAGES.text
  return length < PRODUCT_QUESTIONS.textMin ? MESSAGES.tooShort(PRODUCT_QUESTIONS.textMin) : undefined
}
