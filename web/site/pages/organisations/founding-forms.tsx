/** The forms that found an organisation by a proved address, and ask the platform for one. */
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { TEXT, VENDOR_ORGANISATION } from '#contracts/limits.ts'
import type { OwnOrganisations } from '#contracts/vendors/organisation.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { call } from '../../../shared/call.ts'
import { findFieldMessage, getFieldErrors, toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { readFormValues } from '../../components/read-form-values.ts'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useFocusInvalidField } from '../../components/use-focus-invalid-field.ts'
import { useNavigate } from '../../router.tsx'
import { getOrganisationUrl, useReloadOrganisations } from './organisation-queries.ts'

type NameFieldProps = { error: string | undefined }

const NameField = ({ error }: NameFieldProps) => (
  <FormField label="公司名称" isRequired error={error}>
    {(control) => (
      <input {...control} name="name" autoComplete="organization" maxLength={TEXT.line} className={CONTROL_CLASS} />
    )}
  </FormField>
)

type FormProps<Values> = {
  label: string
  text: ReactNode
  button: string
  mutation: { mutate: (values: Values) => void; isPending: boolean; isError: boolean; error: unknown }
  read: (values: Record<string, string>) => Values
  children: ReactNode
}

/** A form whose messages about fields come from the server. */
function OrganisationForm<Values>({ label, text, button, mutation, read, children }: FormProps<Values>) {
  const form = useRef<HTMLFormElement>(null)
  useFocusInvalidField(form, mutation.error)
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    mutation.mutate(read(readFormValues(event.currentTarget)))
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      aria-label={label}
      className="card grid gap-4 p-5"
    >
      <div>
        <h2 className="text-lg">{label}</h2>
        <div className="mt-1 text-sm text-muted">{text}</div>
      </div>
      {children}
      <FormError>
        {mutation.isError && getFieldErrors(mutation.error).length === 0 && toErrorMessage(mutation.error)}
      </FormError>
      <Button type="submit" isBusy={mutation.isPending} className="justify-self-start">
        {button}
      </Button>
    </form>
  )
}

/** Founds an organisation with the products that the member's address proves. */
export function FoundingForm({ products }: { products: OwnOrganisations['claim']['products'] }) {
  const navigate = useNavigate()
  const showToast = useToast()
  const reload = useReloadOrganisations()
  const foundMutation = useMutation({
    mutationFn: (name: string) => call(organisationCalls.found, { body: { name } }),
    onSuccess: ({ data }) => {
      showToast(MESSAGES.founded, 'success')
      navigate(getOrganisationUrl(data.id))
    },
    onSettled: reload,
  })
  return (
    <OrganisationForm
      label="成立组织"
      text={
        <p>
          您的邮箱可以证明：<bdi>{products.map(({ name }) => name).join('、')}</bdi>
          。成立后您是管理，可以邀请同事一起代表。
        </p>
      }
      button="成立"
      mutation={foundMutation}
      read={({ name = '' }) => name}
    >
      <NameField error={findFieldMessage(foundMutation.error, 'name')} />
    </OrganisationForm>
  )
}

/** Asks the platform for an organisation that the member's address doesn't prove. */
export function RequestForm() {
  const showToast = useToast()
  const reload = useReloadOrganisations()
  const [count, setCount] = useState(0)
  const requestMutation = useMutation({
    mutationFn: (body: { name: string; text: string }) => call(organisationCalls.request, { body }),
    onSuccess: () => {
      showToast(MESSAGES.requested, 'success')
      setCount(count + 1)
    },
    onSettled: reload,
  })
  return (
    <OrganisationForm
      key={count}
      label="向平台申请"
      text={<p>邮箱证明不了的，例如产品没有自己的官网，或对域名有异议，由平台核实后成立。</p>}
      button="提交申请"
      mutation={requestMutation}
      read={({ name = '', text = '' }) => ({ name, text })}
    >
      <NameField error={findFieldMessage(requestMutation.error, 'name')} />
      <FormField
        label="说明"
        isRequired
        hint="是哪些产品，以及如何核实您代表它们。"
        error={findFieldMessage(requestMutation.error, 'text')}
      >
        {(control) => (
          <textarea
            {...control}
            name="text"
            rows={4}
            maxLength={VENDOR_ORGANISATION.requestText}
            className={CONTROL_CLASS}
          />
        )}
      </FormField>
    </OrganisationForm>
  )
}
