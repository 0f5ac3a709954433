import { type ComponentProps, createContext, type ReactNode, type SubmitEvent, use, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { FormOutcome, SiteFormName } from '#contracts/forms.ts'
import { useFormOutcome } from '../form-outcome.tsx'
import { showFieldErrors } from './show-error.ts'

type FormContextValue = { name: SiteFormName; outcome: FormOutcome | undefined }
const FormContext = createContext<FormContextValue | undefined>(undefined)

/** Returns a field's id and, if the form was posted without script, its value and error. */
export function useSiteFormField(field: string) {
  const form = use(FormContext)
  return {
    id: form && `${form.name}-${field}`,
    value: form?.outcome?.values[field],
    error: form?.outcome?.errors.find(({ path }) => path === field)?.message,
  }
}

type SiteFormProps = Omit<ComponentProps<'form'>, 'name' | 'method' | 'action'> & {
  name: SiteFormName
  /** The labels of the fields, for the list of errors. */
  labels: Readonly<Record<string, string>>
  /** Overrides the outcome of this form's own post, for a form that is posted under a second name, too. */
  outcome?: FormOutcome | undefined
  /** What a rejection means for the visitor, shown before the number of errors. */
  rejectionText?: string
  /** Shown below the success message. */
  detail?: ReactNode
}

/** A form that also works without script: it is posted to its page, which shows the outcome above the fields. */
export function SiteForm(props: SiteFormProps) {
  const { name, labels, outcome: otherOutcome, rejectionText, detail, onSubmit, children, ...rest } = props
  const ownOutcome = useFormOutcome(name)
  const outcome = otherOutcome ?? ownOutcome
  const [isResubmitted, setIsResubmitted] = useState(false)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    setIsResubmitted(true)
    onSubmit?.(event)
  }

  return (
    <FormContext value={{ name, outcome }}>
      <form {...rest} method="post" action={`#${getOutcomeId(name)}`} noValidate onSubmit={handleSubmit}>
        <input type="hidden" name="form" value={name} />
        {/* Submitting again hides the outcome of the first post. */}
        {outcome?.message && !isResubmitted && (
          <Outcome name={name} labels={labels} outcome={outcome} rejectionText={rejectionText} detail={detail} />
        )}
        {children}
      </form>
    </FormContext>
  )
}

/** Returns the id of a form's outcome, to which the browser scrolls after a post. */
export const getOutcomeId = (name: SiteFormName): string => `${name}-outcome`

type OutcomeProps = Pick<SiteFormProps, 'name' | 'labels' | 'rejectionText' | 'detail'> & { outcome: FormOutcome }

function Outcome({ name, labels, rejectionText, detail, outcome }: OutcomeProps) {
  const { isSuccess, message, errors } = outcome
  const errorCountText = `有${errors.length}项需要修改：`
  const rejectionMessage = rejectionText ? `${rejectionText}，${errorCountText}` : errorCountText
  return (
    <div
      id={getOutcomeId(name)}
      tabIndex={-1}
      role={isSuccess ? 'status' : 'alert'}
      className={`mb-6 rounded-lg border px-4 py-3 ${isSuccess ? 'border-control font-medium' : 'border-danger'}`}
    >
      <p>{errors.length > 0 ? rejectionMessage : message}</p>
      {isSuccess && detail}
      <ul>
        {errors.map(({ path, message: error }) => (
          <li key={path}>
            <a href={`#${name}-${path}`} className="inline-flex min-h-11 items-center text-indigo underline">
              {describeFieldError(error, labels[path])}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Begins a field's error with its label, unless the error names the field itself. */
function describeFieldError(error: string, label: string | undefined): string {
  if (label === undefined || error.includes(label)) return error
  return `${label}：${error}`
}

/** Passes the errors of a posted form to React Hook Form after hydration. */
export function useFormOutcomeErrors<Fields extends FieldValues, Context, Output>(
  name: SiteFormName,
  { setError }: UseFormReturn<Fields, Context, Output>,
  names: readonly Path<Fields>[],
): void {
  const outcome = useFormOutcome(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration.
  useEffect(() => {
    if (outcome)
      showFieldErrors({ status: 400, message: outcome.message, errors: [...outcome.errors] }, { names, setError })
  }, [])
}
