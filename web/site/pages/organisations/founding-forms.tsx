/** The forms that found an organisation by a proved address, and ask the platform for one. */
import { type ReactNode, useState } from 'react'
import { TEXT, VENDOR_ORGANISATION } from '#contracts/limits.ts'
import type { OwnOrganisations } from '#contracts/vendors/organisation.ts'
import { organisationCalls } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { call } from '../../../shared/call.ts'
import { findFieldMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { CallForm } from '../../components/call-form.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { useToast } from '../../components/toast.tsx'
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

type IntroductionProps = { title: string; children: ReactNode }

const Introduction = ({ title, children }: IntroductionProps) => (
  <div>
    <h2 className="text-lg">{title}</h2>
    <p className="mt-1 text-sm text-muted">{children}</p>
  </div>
)

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
    <CallForm
      label="成立组织"
      button="成立"
      mutation={foundMutation}
      onSubmit={({ name = '' }) => foundMutation.mutate(name)}
      className="card p-5"
    >
      <Introduction title="成立组织">
        您的邮箱可以证明：<bdi>{products.map(({ name }) => name).join('、')}</bdi>
        。成立后您是管理，可以邀请同事一起代表。
      </Introduction>
      <NameField error={findFieldMessage(foundMutation.error, 'name')} />
    </CallForm>
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
    <CallForm
      key={count}
      label="向平台申请"
      button="提交申请"
      mutation={requestMutation}
      onSubmit={({ name = '', text = '' }) => requestMutation.mutate({ name, text })}
      className="card p-5"
    >
      <Introduction title="向平台申请">
        邮箱证明不了的，例如产品没有自己的官网，或对域名有异议，由平台核实后成立。
      </Introduction>
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
    </CallForm>
  )
}
