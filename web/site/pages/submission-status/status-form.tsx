import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { SITE_PAGES } from '#contracts/paths.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import type { SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import { Button } from '../../components/buttons.tsx'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { SiteForm, useFormOutcomeErrors } from '../../components/site-form.tsx'
import { FormError, TextField } from '../../components/text-field.tsx'
import { useSession } from '../../session/session.ts'
import { usePageQuery } from '../../use-page-query.ts'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/submissions/submission.ts')).SubmissionStatusQuerySchema,
)

const FIELD_LABELS = { receipt: '回执号', contactEmail: SUBMISSION_LABELS.contactEmail } as const
const FIELD_NAMES = ['receipt', 'contactEmail'] as const satisfies readonly (keyof typeof FIELD_LABELS)[]

type StatusFormProps = { isBusy: boolean; onLookUp: (query: SubmissionStatusQuery) => void }

/** The form to look up a submission. The receipt number is part of the URL; the contact email never is. */
export function StatusForm({ isBusy, onLookUp }: StatusFormProps) {
  const { query: pageQuery, change } = usePageQuery(SITE_PAGES.submissionStatus.parameters)
  const form = useForm<SubmissionStatusQuery>({ resolver })
  const { handleSubmit, setValue, getValues } = form
  const { errors } = form.formState
  const { receipt } = pageQuery
  const { user } = useSession()
  useFormOutcomeErrors('submission-status', form, FIELD_NAMES)

  // The receipt is only filled in after hydration, as the server renders the same page for all receipts.
  useEffect(() => {
    if (receipt && !getValues('receipt')) setValue('receipt', receipt)
    if (receipt && user && !getValues('contactEmail')) setValue('contactEmail', user.email)
  }, [receipt, user, getValues, setValue])

  function handleLookUp(query: SubmissionStatusQuery) {
    if (isBusy) return
    change({ receipt: query.receipt }, { replace: true })
    onLookUp(query)
  }

  return (
    <SiteForm
      name="submission-status"
      labels={FIELD_LABELS}
      aria-label="查询提交状态"
      className="card space-y-5 p-5 md:p-6"
      onFocus={preloadSchema}
      onSubmit={handleSubmit(handleLookUp)}
    >
      <TextField
        form={form}
        name="receipt"
        label={FIELD_LABELS.receipt}
        hint="形如 ZJ-20261121-7K3M9QXT"
        isRequired
        spellCheck={false}
        className="uppercase"
      />
      <TextField
        form={form}
        name="contactEmail"
        label={FIELD_LABELS.contactEmail}
        type="email"
        autoComplete="email"
        isRequired
      />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isBusy} className="w-full">
        <Search className="size-4" aria-hidden />
        <span>{isBusy ? '查询中……' : '查询'}</span>
      </Button>
    </SiteForm>
  )
}
