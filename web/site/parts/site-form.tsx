import { type ComponentProps, createContext, type ReactNode, type SubmitEvent, use, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { PostedForm, SiteFormName } from '#contracts/forms.ts'
import { usePostedForm } from '../posted-form.tsx'
import { showFieldErrors } from './show-failure.ts'

type FieldsOfForm = { name: SiteFormName; posted: PostedForm | undefined }
const FieldsContext = createContext<FieldsOfForm | undefined>(undefined)

/** Returns a field's id within its form and, on the page that answers a post, its value and error. */
export function usePostedField(field: string) {
  const form = use(FieldsContext)
  return {
    id: form && `${form.name}-${field}`,
    typed: form?.posted?.values[field],
    error: form?.posted?.errors.find(({ path }) => path === field)?.message,
  }
}

type SiteFormProps = Omit<ComponentProps<'form'>, 'name' | 'method' | 'action'> & {
  name: SiteFormName
  /** The labels of the fields, for the list of what is wrong. */
  labels: Readonly<Record<string, string>>
  posted?: PostedForm | undefined
  /** Shown below the message of a success. */
  detail?: ReactNode
}

/** A form that also works without script: it then posts to its page, which shows the outcome above the fields. */
export function SiteForm({ name, labels, posted: outcome, detail, onSubmit, children, ...rest }: SiteFormProps) {
  const ownOutcome = usePostedForm(name)
  const posted = outcome ?? ownOutcome
  // A new submission replaces the outcome of the post.
  const [isSentAnew, setSentAnew] = useState(false)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    setSentAnew(true)
    onSubmit?.(event)
  }

  return (
    <FieldsContext value={{ name, posted }}>
      <form {...rest} method="post" action={`#${outcomeId(name)}`} noValidate onSubmit={handleSubmit}>
        <input type="hidden" name="form" value={name} />
        {posted?.message && !isSentAnew && <Outcome name={name} labels={labels} posted={posted} detail={detail} />}
        {children}
      </form>
    </FieldsContext>
  )
}

/** Returns the id of a form's outcome, to which the browser scrolls after a post. */
export const outcomeId = (name: SiteFormName): string => `${name}-outcome`

type OutcomeProps = Pick<SiteFormProps, 'name' | 'labels' | 'detail'> & { posted: PostedForm }

function Outcome({ name, labels, detail, posted }: OutcomeProps) {
  const { isSuccess, message, errors } = posted
  return (
    <div
      id={outcomeId(name)}
      tabIndex={-1}
      role={isSuccess ? 'status' : 'alert'}
      className={`mb-6 rounded-lg border px-4 py-3 ${isSuccess ? 'border-control font-medium' : 'border-danger'}`}
    >
      <p>{errors.length > 0 ? `有${errors.length}项需要修改：` : message}</p>
      {isSuccess && detail}
      <ul>
        {errors.map(({ path, message: fault }) => (
          <li key={path}>
            <a href={`#${name}-${path}`} className="inline-flex min-h-11 items-center text-indigo underline">
              {fault.includes(labels[path] ?? '') ? fault : `${labels[path]}：${fault}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Passes the errors of a post to React Hook Form, which shows them after hydration. */
export function usePostedErrors<Fields extends FieldValues, Context, Output>(
  name: SiteFormName,
  { setError }: UseFormReturn<Fields, Context, Output>,
  names: readonly Path<Fields>[],
): void {
  const posted = usePostedForm(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration.
  useEffect(() => {
    if (posted)
      showFieldErrors({ status: 400, message: posted.message, errors: [...posted.errors] }, { names, setError })
  }, [])
}
