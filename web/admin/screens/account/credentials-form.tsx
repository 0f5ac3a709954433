import { Button, Form, Input } from 'antd'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import type { TwoFactorCredentials } from '#contracts/identity/two-factor.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { CodeField } from '../../components/code-field.tsx'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { UsernameField } from '../../sign-in/username-field.tsx'

type CredentialsFormProps = {
  /** The fields to ask for. */
  fields: readonly (keyof TwoFactorCredentials)[]
  /** The label of the submit button. */
  label: string
  isDanger?: boolean
  /** Makes the call; its errors are shown in the form. */
  onSubmit: (credentials: TwoFactorCredentials) => Promise<void>
  onCancel: () => void
}

/** Asks for the password, a code, or both before a change of how the user signs in. */
export function CredentialsForm({ fields, label, isDanger = false, onSubmit, onCancel }: CredentialsFormProps) {
  const [form] = Form.useForm<TwoFactorCredentials>()
  const submitMutation = useMutation({
    mutationFn: onSubmit,
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <Form<TwoFactorCredentials>
      name="credentials"
      form={form}
      layout="vertical"
      requiredMark={false}
      className="max-w-100"
      onFinish={(credentials) => submitMutation.mutate(credentials)}
    >
      <UsernameField />
      <FormError error={submitMutation.error} fallback={ADMIN_MESSAGES.saveFailed} />
      {fields.includes('password') && (
        <Form.Item
          label="当前密码"
          name="password"
          rules={[{ required: true, message: IDENTITY_MESSAGES.currentPassword }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      )}
      {fields.includes('code') && (
        <CodeField
          // A new authenticator app is confirmed by its code alone; there are no recovery codes yet.
          hint={fields.includes('password') ? TWO_FACTOR_TEXTS.codeHint : undefined}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="primary" danger={isDanger} htmlType="submit" loading={submitMutation.isPending}>
          {submitMutation.isPending ? '处理中……' : label}
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </Form>
  )
}
