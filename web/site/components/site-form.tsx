import { type ComponentProps, createContext, type ReactNode, type SubmitEvent, use, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { PostedForm, SiteFormName } from '#contracts/forms.ts'
import { usePostedForm } from '../posted-form.tsx'
import { showFieldErrors } from './show-error.ts'

type FormContextValue = { name: SiteFormName; posted: PostedForm | undefined }
const FormContext = createContext<FormContextValue | undefined>(undefined)

/** Returns a field's id within its form and, on the page rendered in response to a post, its value and error. */
export function usePostedField(field: string) {
  const form = use(FormContext)
  return {
    id: form && `${form.name}-${field}`,
    value: form?.posted?.values[field],
    error: form?.posted?.errors.find(({ path }) => path === field)?.message,
  }
}

type SiteFormProps = Omit<ComponentProps<'form'>, 'name' | 'method' | 'action'> & {
  name: SiteFormName
  /** The labels of the fields, for the list of errors. */
  labels: Readonly<Record<string, string>>
  /** The outcome to show instead of that of the form's own post, if it is also posted under another name. */
  posted?: PostedForm | undefined
  /** What a rejection means for the visitor, shown before the number of errors. */
  rejectionText?: string
  /** Shown below the success message. */
  detail?: ReactNode
}

/** A form that also works without script: it is posted to its page, which shows the outcome above the fields. */
export function SiteForm(props: SiteFormProps) {
  const { name, labels, posted: override, rejectionText, detail, onSubmit, children, ...rest } = props
  const ownPost = usePostedForm(name)
  const posted = override ?? ownPost
  const [isResubmitted, setIsResubmitted] = useState(false)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    setIsResubmitted(true)
    onSubmit?.(event)
  }

  return (
    <FormContext value={{ name, posted }}>
      <form {...rest} method="post" action={`#${getOutcomeId(name)}`} noValidate onSubmit={handleSubmit}>
        <input type="hidden" name="form" value={name} />
        {/* Submitting again hides the outcome of the first post. */}
        {posted?.message && !isResubmitted && (
          <Outcome name={name} labels={labels} posted={posted} rejectionText={rejectionText} detail={detail} />
        )}
        {children}
      </form>
    </FormContext>
  )
}

/** Returns the id of a form's outcome, to which the browser scrolls after a post. */
export const getOutcomeId = (name: SiteFormName): string => `${name}-outcome`

type OutcomeProps = Pick<SiteFormProps, 'name' | 'labels' | 'rejectionText' | 'detail'> & { posted: PostedForm }

function Outcome({ name, labels, rejectionText, detail, posted }: OutcomeProps) {
  const { isSuccess, message, errors } = posted
  const rejection = `${rejectionText ? `${rejectionText}，` : ''}有${errors.length}项需要修改：`
  return (
    <div
      id={getOutcomeId(name)}
      tabIndex={-1}
      role={isSuccess ? 'status' : 'alert'}
      className={`mb-6 rounded-lg border px-4 py-3 ${isSuccess ? 'border-control font-medium' : 'border-danger'}`}
    >
      <p>{errors.length > 0 ? rejection : message}</p>
      {isSuccess && detail}
      <ul>
        {errors.map(({ path, message: error }) => (
          <li key={path}>
            <a href={`#${name}-${path}`} className="inline-flex min-h-11 items-center text-indigo underline">
              {error.includes(labels[path] ?? '') ? error : `${labels[path]}：${error}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Passes the errors of a posted form to React Hook Form after hydration. */
export function usePostedErrors<Fields extends FieldValues, Context, Output>(
  name: SiteFormName,
  { setError }: UseFormReturn<Fields, Context, Output>,
  names: readonly Path<Fields>[],
): void {
  const posted = usePostedForm(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration.
  useEffect(() => {
    if (posted)
      showFieldErrors({ status: 400, message: posted.message, errors: [...posted.errors] }, { names, setError })
  }, [])
}
