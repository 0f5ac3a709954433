import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DAY_MS } from '#contracts/durations.ts'
import { VENDOR_STATEMENT } from '#contracts/limits.ts'
import { vendorStatementCalls } from '#contracts/published-evaluations/calls.ts'
import type { StatementInput } from '#contracts/published-evaluations/statement.ts'
import { call } from '../../../shared/call.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { FormError, TextField } from '../../components/text-field.tsx'
import { useSession } from '../../session/session.ts'
import { createStoredValue } from '../../stored-value.ts'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/published-evaluations/statement.ts')).StatementInputSchema,
)
const FIELD_NAMES = ['text'] as const
const DRAFT_LIFETIME_MS = 14 * DAY_MS

type StatementFormProps = {
  evaluationId: string
  /** The text to start with, unless there is a draft: that of a rejected statement, or ''. */
  initialText: string
}

/** The form for a vendor's statement; its draft survives a reload until it is sent. */
export function StatementForm({ evaluationId, initialText }: StatementFormProps) {
  const { user } = useSession()
  const client = useQueryClient()
  const [successMessage, setSuccessMessage] = useState('')
  const [draft] = useState(() =>
    createStoredValue<Partial<StatementInput>>(`zhijian.statement.${user?._id}.${evaluationId}`, DRAFT_LIFETIME_MS),
  )
  const form = useForm<StatementInput>({
    resolver,
    defaultValues: { text: readDraft(draft.read()) || initialText },
  })
  const { errors } = form.formState
  const text = form.watch('text')
  const submitMutation = useMutation({
    mutationFn: (body: StatementInput) => call(vendorStatementCalls.create, { params: { id: evaluationId }, body }),
    onSuccess(reply) {
      form.reset({ text: '' })
      // The reset has just stored an empty draft.
      draft.clear()
      setSuccessMessage(reply.message)
      return invalidate(client, vendorStatementCalls.listOwn)
    },
    onError: (error) => void showError(error, { names: FIELD_NAMES, setError: form.setError }),
  })

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => draft.write(values))
    return unsubscribe
  }, [form, draft])

  const onSubmit = form.handleSubmit((input) => {
    setSuccessMessage('')
    submitMutation.mutate(input)
  })

  return (
    <form
      method="post"
      noValidate
      aria-label="厂商声明"
      className="card space-y-5 p-5 md:p-6"
      onFocus={preloadSchema}
      onSubmit={onSubmit}
    >
      <p className="text-sm text-muted">当前账号：{user?.email}。</p>
      <TextField
        form={form}
        name="text"
        label="声明"
        rows={6}
        isRequired
        hint={`${[...(text ?? '')].length} / ${VENDOR_STATEMENT.length}字。请就评估的事实作说明，不要写联系方式。`}
      />
      <FormError>{errors.root?.message}</FormError>
      <p role="status" className={successMessage ? 'rounded-lg bg-indigo-tint px-3.5 py-2 text-sm' : 'sr-only'}>
        {successMessage}
      </p>
      <Button type="submit" isBusy={submitMutation.isPending}>
        {submitMutation.isPending ? '提交中……' : '提交声明'}
      </Button>
    </form>
  )
}

/** Returns the text of a stored draft, which may be anything. */
const readDraft = (stored: unknown): string => {
  const { text }: Record<string, unknown> = Object(stored)
  return typeof text === 'string' ? text : ''
}
