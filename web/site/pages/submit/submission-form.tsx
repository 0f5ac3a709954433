import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { SUBMISSION_DESCRIPTION_MIN, TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import type { ReturnReason } from '#contracts/submissions/return-reasons.ts'
import type { SubmissionFormInput } from '#contracts/submissions/submission.ts'
import { getFieldErrors, isCallError } from '../../../shared/call-error.ts'
import { FieldGroup } from '../../components/field-group.tsx'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { scrollToMessage } from '../../components/scroll-to-message.ts'
import { SiteForm, useFormOutcomeErrors } from '../../components/site-form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useFormOutcome } from '../../form-outcome.tsx'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'
import { Link } from '../../router.tsx'
import { AgreeToTermsField, DeploymentTypeField } from './choice-fields.tsx'
import type { Draft, SubmissionDraft } from './draft.ts'
import { DraftNotice } from './draft-notice.tsx'
import { FormActions } from './form-actions.tsx'
// Type only: the dialogs are loaded on demand.
import type { FormDialog } from './form-dialogs.tsx'
import { hasFiles, NO_FILES } from './form-files.ts'
import { LazyFactsField } from './lazy-facts-field.tsx'
import { LazyFilesField } from './lazy-files-field.tsx'
import { ReasonSummary, ReasonsContext, useReason } from './reasons.tsx'
import {
  ADDITIONAL_INFO,
  AUDIENCE_FIELDS,
  COMPANY_FIELDS,
  DESCRIPTION,
  FIELD_NAMES,
  PRODUCT_NAME,
  type SubmissionValues,
  type TextFieldConfig,
  WEBSITE,
} from './submission-fields.ts'
import type { CurrentFact } from './submitted-facts.ts'
import { useDraft } from './use-draft.ts'
import { type FormContent, useSendForm } from './use-send-form.ts'

/** The server refuses what only it can check, such as facts of attributes that an editor has changed. */
const INVALID_INPUT = '有内容需要修改，改好后请再次提交。'

/** Reports that the form couldn't be sent, and that its input is kept; scrolls to the report. */
const ErrorBanner = ({ message, detail }: { message: string; detail: string }) => (
  <div ref={scrollToMessage} role="alert" className="flex gap-3 rounded-lg border border-danger px-4 py-3">
    <TriangleAlert className="mt-1 size-5 shrink-0 text-danger" aria-hidden />
    <div>
      <p>{message}</p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
    </div>
  </div>
)

/**
 * Describes why the form couldn't be sent. A refusal is described by the server; only a failure suggests to check the
 * connection, with the server's message, if any, below.
 */
function describeFailure(error: unknown): { message: string; detail: string } {
  if (!isCallError(error) || error.status === 0) return { message: SITE_MESSAGES.submissionFailed, detail: '' }
  if (getFieldErrors(error).length > 0) return { message: INVALID_INPUT, detail: error.message }
  const isRefusal = error.status >= 400 && error.status < 500
  return isRefusal
    ? { message: error.message, detail: error.status === 409 ? SITE_MESSAGES.inputKept : '' }
    : { message: SITE_MESSAGES.submissionFailed, detail: error.message }
}

/** A text field of the submission form. */
function SubmissionTextField({ field }: { field: TextFieldConfig }) {
  const form = useFormContext<SubmissionValues>()
  const { isOptional = false, isWide = false, ...input } = field
  const reason = useReason(field.name)
  return (
    <div className={isWide ? 'md:col-span-2' : ''}>
      <TextField
        form={form}
        label={SUBMISSION_LABELS[field.name]}
        isRequired={!isOptional}
        notice={reason}
        {...input}
      />
    </div>
  )
}

/** The description with a character count, which, like the schema, ignores surrounding spaces. */
function DescriptionField() {
  const description = useWatch<SubmissionValues, 'productDescription'>({ name: 'productDescription' }) ?? ''
  const length = description.trim().length
  const requiredLength =
    length < SUBMISSION_DESCRIPTION_MIN ? `至少${SUBMISSION_DESCRIPTION_MIN}个字符` : `最多${TEXT.long}个字符`
  return <SubmissionTextField field={{ ...DESCRIPTION, hint: `已输入${length}个字符，${requiredLength}` }} />
}

const CompanyFields = () => (
  <FieldGroup title="公司与联系人">
    {COMPANY_FIELDS.map((field) => (
      <SubmissionTextField key={field.name} field={field} />
    ))}
  </FieldGroup>
)

/** The fields of the product; `children` are those that are loaded separately. */
const ProductFields = ({ children }: { children: ReactNode }) => (
  <FieldGroup title="产品">
    <SubmissionTextField field={PRODUCT_NAME} />
    <DescriptionField />
    {AUDIENCE_FIELDS.map((field) => (
      <SubmissionTextField key={field.name} field={field} />
    ))}
    <DeploymentTypeField />
    <SubmissionTextField field={WEBSITE} />
    <SubmissionTextField field={ADDITIONAL_INFO} />
    {children}
  </FieldGroup>
)

/** The receipt of a submission that was posted without script. */
function PostedReceipt() {
  const receipt = useFormOutcome('submission')?.data?.receipt
  if (!receipt) return null
  return (
    <p>
      回执号：<strong className="inline-block whitespace-nowrap select-all">{receipt}</strong>
      。请保存，凭回执号和联系邮箱可以随时
      <Link to={`${PAGES.submissionStatus}?${new URLSearchParams({ receipt })}`} className="text-indigo underline">
        查询状态
      </Link>
      。
    </p>
  )
}

/** The schema is loaded when the first field is focused, so that it doesn't delay the page. */
const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/submissions/submission.ts')).SubmissionFormSchema,
)

const lazyDialogs = createLazyImport(async () => (await import('./form-dialogs.tsx')).FormDialogs)

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
  /** Why the submission was returned, if it is corrected. */
  reasons?: readonly ReturnReason[]
  /** Shown next to the form. */
  panel: ReactNode
}

const NO_FACTS: readonly CurrentFact[] = []
const NO_REASONS: readonly ReturnReason[] = []

/** The submission form. No field has a default value, so that input from before hydration is kept. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { label, submitLabel, draftStorage, onSend, initialValues, currentFacts = NO_FACTS, panel } = props
  const { reasons = NO_REASONS } = props
  const form = useForm<SubmissionValues, unknown, SubmissionFormInput>({
    resolver,
    mode: 'onChange',
  })
  useFormOutcomeErrors('submission', form, FIELD_NAMES)
  const draft = useDraft(form, draftStorage, initialValues)
  const { Component: Dialogs, load, preload } = useLazyComponent(lazyDialogs)
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
      <ReasonsContext value={reasons}>
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
            <ReasonSummary />
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
      </ReasonsContext>
      {Dialogs && <Dialogs openDialog={openDialog} onClose={() => setOpenDialog(null)} onReset={reset} />}
    </FormProvider>
  )
}
