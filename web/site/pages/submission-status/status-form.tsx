import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { SITE_PAGES } from '#contracts/paths.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import type { SubmissionStatusQuery } from '#contracts/submissions/submission.ts'
import { usePageQuery } from '../../../shared/use-page-query.ts'
import { Button } from '../../parts/buttons.tsx'
import { contractRules } from '../../parts/contract-rules.ts'
import { FormFailure, TextField } from '../../parts/text-field.tsx'

const { resolver } = contractRules(
  async () => (await import('#contracts/submissions/submission.ts')).SubmissionStatusQuerySchema,
)

type StatusFormProps = { isBusy: boolean; onLookUp: (query: SubmissionStatusQuery) => void }

/** Asks for the receipt, which the address may carry, and the contact address, which it never does. */
export function StatusForm({ isBusy, onLookUp }: StatusFormProps) {
  const { query: asked, change } = usePageQuery(SITE_PAGES.submissionStatus.parameters)
  const form = useForm<SubmissionStatusQuery>({ resolver })
  const { handleSubmit, setValue, getValues } = form
  const { errors } = form.formState
  const args = asked.receipt

  // After hydration: the server renders this page once for all receipts.
  useEffect(() => {
    if (args && !getValues('receipt')) setValue('receipt', args)
  }, [args, getValues, setValue])

  function lookUpSubmission(query: SubmissionStatusQuery) {
    if (isBusy) return
    change({ receipt: query.receipt }, { replace: true })
    onLookUp(query)
  }

  return (
    // method="dialog": a press before hydration does nothing, if it would put the contact address into the page's own.
    <form
      method="dialog"
      noValidate
      aria-label="查询提交状态"
      className="card space-y-5 p-5 md:p-6"
      onSubmit={handleSubmit(lookUpSubmission)}
    >
      <TextField
        form={form}
        name="receipt"
        label="回执号"
        hint="形如 ZJ-20261121-7K3M9QXT"
        isRequired
        spellCheck={false}
        className="uppercase"
      />
      <TextField
        form={form}
        name="contactEmail"
        label={SUBMISSION_LABELS.contactEmail}
        type="email"
        autoComplete="email"
        isRequired
      />
      <FormFailure>{errors.root?.message}</FormFailure>
      <Button type="submit" isBusy={isBusy} className="w-full">
        <Search className="size-4" aria-hidden />
        {isBusy ? '查询中……' : '查询'}
      </Button>
    </form>
  )
}
