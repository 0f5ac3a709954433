import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { PAGES } from '#contracts/paths.ts'
import { FieldError, RequiredMark } from './form-field.tsx'
import { registerField } from './register-field.ts'
import { useSiteFormField } from './site-form.tsx'
import { type FieldForm, useFieldError } from './text-field.tsx'

/** Form values with a consent checkbox. */
type ConsentValues = FieldValues & { agreeToTerms?: boolean | undefined }

type ConsentFieldProps<Fields extends ConsentValues> = {
  /** Omitted in forms that don't use React Hook Form. */
  form?: FieldForm<Fields> | undefined
  name: FieldPath<Fields>
  /** Other terms to agree to, listed before the site's terms and privacy policy. */
  otherTerms?: string
  /** Shown next to the checkbox. */
  aside?: ReactNode
}

/** The checkbox that must be ticked before personal data is sent, with links to the terms. */
export function ConsentField<Fields extends ConsentValues>({
  form,
  name,
  otherTerms,
  aside,
}: ConsentFieldProps<Fields>) {
  const { id = name, value } = useSiteFormField(name)
  const error = useFieldError(form, name)
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-1">
        <label className="inline-flex min-h-11 items-center gap-3 pr-1">
          <input
            id={id}
            type="checkbox"
            {...(form ? registerField(form, name) : { name })}
            defaultChecked={value !== undefined}
            className="size-5 shrink-0"
            aria-required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <span>
            我已阅读并同意<span>{otherTerms && `${otherTerms}、`}</span>
            <TermsLink path={PAGES.terms}>用户协议</TermsLink>和<TermsLink path={PAGES.privacy}>隐私政策</TermsLink>
            <RequiredMark />
          </span>
        </label>
        {aside}
      </div>
      <FieldError id={`${id}-error`} className="mt-0">
        {error}
      </FieldError>
    </div>
  )
}

/** A link to terms, in a new tab, so that the form keeps its input. */
const TermsLink = ({ path, children }: { path: string; children: ReactNode }) => (
  <a href={path} target="_blank" rel="noopener" className="whitespace-nowrap text-indigo underline underline-offset-4">
    {children}
  </a>
)
