import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { PAGES } from '#contracts/paths.ts'
import { RequiredMark } from './form-field.tsx'
import { registerField } from './register-field.ts'
import { usePostedField } from './site-form.tsx'
import { type FieldForm, useFieldError } from './text-field.tsx'

/** The form's value: whether the box is ticked. */
type Consenting = FieldValues & { agreeToTerms?: boolean | undefined }

type ConsentFieldProps<Fields extends Consenting> = {
  /** Absent if the form has no script of its own. */
  form?: FieldForm<Fields> | undefined
  name: FieldPath<Fields>
  /** Other terms that are agreed to, before the two texts of the site. */
  others?: string
  /** Beside the box. */
  aside?: ReactNode
}

/** The box that has to be ticked before personal data is sent, with links to what it is about. */
export function ConsentField<Fields extends Consenting>({ form, name, others, aside }: ConsentFieldProps<Fields>) {
  const { id = name, typed } = usePostedField(name)
  const error = useFieldError(form, name)
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-1">
        <label className="inline-flex min-h-11 items-center gap-3 pr-1">
          <input
            id={id}
            type="checkbox"
            {...(form ? registerField(form, name) : { name })}
            defaultChecked={typed !== undefined}
            className="size-5 shrink-0"
            aria-required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <span>
            我已阅读并同意{others && `${others}、`}
            <TextLink address={PAGES.terms}>用户协议</TextLink>和<TextLink address={PAGES.privacy}>隐私政策</TextLink>
            <RequiredMark />
          </span>
        </label>
        {aside}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** Opens beside the form, so that nothing typed is left behind. */
const TextLink = ({ address, children }: { address: string; children: ReactNode }) => (
  <a
    href={address}
    target="_blank"
    rel="noopener"
    className="whitespace-nowrap text-indigo underline underline-offset-4"
  >
    {children}
  </a>
)
