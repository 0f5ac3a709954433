import { Button, Form, Input } from 'antd'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { UsernameField } from '../../sign-in/username-field.tsx'

export type Credentials = { password: string; code: string }

type CredentialsFormProps<Reply> = {
  /** The fields to ask for. */
  fields: readonly (keyof Credentials)[]
  /** The label of the submit button. */
  label: string
  isDanger?: boolean
  onSubmit: (credentials: Credentials) => Promise<Reply>
  onSuccess: (reply: Reply) => void
  onCancel: () => void
}

/** Asks for the password, a code, or both before a change of two-factor sign-in. */
export function CredentialsForm<Reply>({
  fields,
  label,
  isDanger = false,
  onSubmit,
  onSuccess,
  onCancel,
}: CredentialsFormProps<Reply>) {
  const [form] = Form.useForm<Credentials>()
  const submitMutation = useMutation({
    mutationFn: onSubmit,
    onSuccess,
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <Form<Credentials>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="max-w-100"
      onFinish={(credentials) => submitMutation.mutate(credentials)}
      scrollToFirstError={{ focus: true }}
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
        <Form.Item label="验证码" name="code" rules={[{ required: true, whitespace: true, message: '请输入验证码' }]}>
          <Input autoComplete="one-time-code" maxLength={40} />
        </Form.Item>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="primary" danger={isDanger} htmlType="submit" loading={submitMutation.isPending}>
          {submitMutation.isPending ? '处理中...' : label}
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </Form>
  )
}
