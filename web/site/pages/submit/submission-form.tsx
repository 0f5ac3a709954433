import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormProvider, useForm } from 'react-hook-form'
import { API } from '#contracts/paths.ts'
import type { SubmissionInput, SubmissionReceipt } from '#contracts/submission.ts'
import { callForData } from '../../../shared/api.ts'
import { lazyRules, NOT_LOADED } from '../../../shared/lazy-rules.ts'
import { Button } from '../../parts/buttons.tsx'
import { AgreeToTermsField, DeploymentTypeField } from './choice-fields.tsx'
import { CompletionPanel } from './completion-panel.tsx'
import { hasTyped } from './draft.ts'
import { DraftNotice } from './draft-notice.tsx'
import { FailureBanner } from './failure-banner.tsx'
import { FieldGroup } from './field-group.tsx'
import {
  ADDITIONAL_INFO,
  AUDIENCE_FIELDS,
  COMPANY_FIELDS,
  PRODUCT_NAME,
  type SubmissionValues,
  WEBSITE,
} from './fields.ts'
import { FilesSlot, NO_FILES } from './files-slot.tsx'
import { MissingFields } from './missing-fields.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { failureDetail, showFieldErrors } from './send-failure.ts'
import { createSendingKey } from './sending-key.ts'
import { DescriptionField, TextField } from './text-field.tsx'
import { useDraft } from './use-draft.ts'

const resolver = lazyRules(async () => (await import('./submission-rules.ts')).submissionRules, NOT_LOADED)

const sendingKey = createSendingKey()

type Sent = SubmissionReceipt & { productName: string }

/** The form of a submission. No field has a default, so that what was typed before hydration is kept. */
export function SubmissionForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const form = useForm<SubmissionValues, unknown, SubmissionInput>({
    resolver,
    mode: 'onChange',
  })
  const draft = useDraft(form)
  const [isAsking, setIsAsking] = useState(false)
  const [files, setFiles] = useState(NO_FILES)
  /** Another one empties the field of the files. */
  const [filling, setFilling] = useState(0)
  const missingId = useId()
  const isSending = useRef(false)
  const sending = useMutation({
    mutationFn(input: SubmissionInput) {
      const content = { ...input, files: files.keys }
      const body = { ...content, idempotencyKey: sendingKey.of(content) }
      return callForData<SubmissionReceipt>(API.submissions, { method: 'POST', body })
    },
    onSuccess(receipt, { productName }) {
      sendingKey.forget()
      draft.forget()
      onSent({ ...receipt, productName })
    },
    onError: (error) => showFieldErrors(error, form.setError),
    onSettled() {
      isSending.current = false
    },
  })

  /** Two presses may both come before the button is drawn as busy. */
  function send(input: SubmissionInput) {
    if (isSending.current) return
    isSending.current = true
    sending.mutate(input)
  }

  function reset() {
    // The dialog has to be closed and the fields known anew before the first of them can take the focus.
    flushSync(() => {
      setIsAsking(false)
      form.reset()
      sending.reset()
      draft.forget()
      setFiles(NO_FILES)
      setFilling(filling + 1)
    })
    form.setFocus('companyName')
  }

  const { isValid, errors } = form.formState
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_18rem] lg:gap-8">
        <form
          noValidate
          aria-label="产品提交"
          className="card order-2 space-y-6 p-5 md:p-8 lg:order-1"
          onSubmit={form.handleSubmit(send)}
        >
          {draft.isRestored && <DraftNotice onDismiss={draft.dismiss} onDiscard={() => setIsAsking(true)} />}
          <FieldGroup title="公司与联系人">
            {COMPANY_FIELDS.map((field) => (
              <TextField key={field.name} field={field} />
            ))}
          </FieldGroup>
          <FieldGroup title="产品">
            <TextField field={PRODUCT_NAME} />
            <DescriptionField />
            {AUDIENCE_FIELDS.map((field) => (
              <TextField key={field.name} field={field} />
            ))}
            <DeploymentTypeField />
            <TextField field={WEBSITE} />
            <TextField field={ADDITIONAL_INFO} />
            <FilesSlot key={filling} onChange={setFiles} />
          </FieldGroup>
          <AgreeToTermsField />
          {errors.root?.message && <FailureBanner detail={errors.root.message} />}
          {sending.isError && <FailureBanner detail={failureDetail(sending.error)} />}
          <div className="space-y-3 border-t border-line pt-6">
            <MissingFields id={missingId} />
            <div className="flex flex-wrap gap-3">
              <Button
                type="submit"
                isBusy={sending.isPending}
                disabled={!isValid || files.isUploading}
                aria-describedby={isValid ? undefined : missingId}
              >
                {sending.isPending ? '提交中……' : files.isUploading ? '附件上传中……' : '提交产品'}
              </Button>
              <Button
                look="outline"
                disabled={sending.isPending}
                onClick={() => (hasTyped(form.getValues()) || files.keys.length > 0 ? setIsAsking(true) : reset())}
              >
                重置表单
              </Button>
            </div>
          </div>
        </form>
        <div className="order-1 lg:order-2 lg:h-full">
          <CompletionPanel />
        </div>
      </div>
      <ResetDialog isOpen={isAsking} onClose={() => setIsAsking(false)} onReset={reset} />
    </FormProvider>
  )
}
