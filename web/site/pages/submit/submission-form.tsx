import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormProvider, useForm } from 'react-hook-form'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import type { SubmissionFormInput } from '#contracts/submissions/submission.ts'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { SiteForm, useFormOutcomeErrors } from '../../components/site-form.tsx'
import { useOnDemandComponent } from '../../components/use-on-demand-component.ts'
import { AgreeToTermsField } from './choice-fields.tsx'
import type { Draft, SubmissionDraft } from './draft.ts'
import { DraftNotice } from './draft-notice.tsx'
import { CompanyFields, ProductFields } from './field-groups.tsx'
import { FormActions } from './form-actions.tsx'
// Type only: the dialogs are loaded on demand.
import type { FormDialog } from './form-dialogs.tsx'
import { hasFiles, NO_FILES } from './form-files.ts'
import { LazyFactsField } from './lazy-facts-field.tsx'
import { LazyFilesField } from './lazy-files-field.tsx'
import { PostedReceipt } from './posted-receipt.tsx'
import { describeFailure, ErrorBanner } from './send-failure.tsx'
import { FIELD_NAMES, type SubmissionValues } from './submission-fields.ts'
import type { CurrentFact } from './submitted-facts.ts'
import { useDraft } from './use-draft.ts'
import { type FormContent, useSendForm } from './use-send-form.ts'

/** The schema is loaded when the first field is focused, so that it doesn't delay the page. */
const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/submissions/submission.ts')).SubmissionFormSchema,
)

const importDialogs = async () => (await import('./form-dialogs.tsx')).FormDialogs

type SubmissionFormProps = {
  label: string
  submitLabel: string
  draftStorage: SubmissionDraft
  /** Sends the form; rejects with the error. */
  onSend: (content: FormContent) => Promise<void>
  /** The values of the product that the form updates; omitted for a new product. */
  initialValues?: Partial<Draft>
  /** The facts of the product that the form updates. */
  currentFacts?: readonly CurrentFact[]
  /** Shown next to the form. */
  panel: ReactNode
}

const NO_FACTS: readonly CurrentFact[] = []

/** The submission form. No field has a default value, so that input from before hydration is kept. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { label, submitLabel, draftStorage, onSend, initialValues, currentFacts = NO_FACTS, panel } = props
  const form = useForm<SubmissionValues, unknown, SubmissionFormInput>({
    resolver,
    mode: 'onChange',
  })
  useFormOutcomeErrors('submission', form, FIELD_NAMES)
  const draft = useDraft(form, draftStorage, initialValues)
  const { Component: Dialogs, load, preload } = useOnDemandComponent(importDialogs)
  const [openDialog, setOpenDialog] = useState<FormDialog | null>(null)
  const [files, setFiles] = useState(NO_FILES)
  /** Changed to remount, and thereby empty, the fields of facts and files. */
  const [formKey, setFormKey] = useState(0)
  const { send, failure, clearFailure } = useSendForm(files, async (content) => {
    await onSend(content)
    draft.discard()
  })

  function reset() {
    // The dialog must be closed and the fields registered again before the first one can be focused.
    flushSync(() => {
      setOpenDialog(null)
      form.reset()
      clearFailure()
      draft.startAgain()
      setFiles(NO_FILES)
      setFormKey(formKey + 1)
    })
    form.setFocus('companyName')
  }

  async function show(dialog: FormDialog) {
    if (await load()) setOpenDialog(dialog)
  }

  function requestReset() {
    if (draftStorage.hasInput(form.getValues()) || hasFiles(files)) void show('reset')
    else reset()
  }

  const { isDirty, isSubmitting, errors } = form.formState
  // `isValid` is only read once the form is dirty, as reading it loads the schema; an empty form is invalid anyway.
  const isValid = isDirty && form.formState.isValid
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_18rem] lg:gap-8">
        <SiteForm
          name="submission"
          labels={SUBMISSION_LABELS}
          detail={<PostedReceipt />}
          aria-label={label}
          className="card order-2 space-y-6 p-5 md:p-8 lg:order-1"
          onFocus={preloadSchema}
          onSubmit={form.handleSubmit((input) => send(input, form.setError))}
        >
          {draft.isRestored && <DraftNotice onDismiss={draft.dismiss} onDiscard={() => show('reset')} />}
          <CompanyFields />
          <ProductFields>
            <LazyFactsField key={`facts-${formKey}`} failure={failure} currentFacts={currentFacts} />
            <LazyFilesField key={`files-${formKey}`} storage={draftStorage} onChange={setFiles} />
          </ProductFields>
          <AgreeToTermsField onPreloadTerms={preload} onShowTerms={() => show('terms')} />
          {errors.root?.message && (
            <ErrorBanner message={SITE_MESSAGES.submissionFailed} detail={errors.root.message} />
          )}
          {failure !== null && <ErrorBanner {...describeFailure(failure)} />}
          <FormActions
            submitLabel={submitLabel}
            files={files}
            isValid={isValid}
            isSubmitting={isSubmitting}
            onReset={requestReset}
          />
        </SiteForm>
        <div className="order-1 noscript:hidden lg:order-2 lg:h-full">{panel}</div>
      </div>
      {Dialogs && <Dialogs openDialog={openDialog} onClose={() => setOpenDialog(null)} onReset={reset} />}
    </FormProvider>
  )
}
