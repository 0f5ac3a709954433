import { Alert, Button, Form, Input } from 'antd'
import type { EmailInput } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { call } from '../../shared/call.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { showServerErrors } from '../components/field-errors.ts'
import { FormError } from '../components/form-error.tsx'
import { getUnavailableProps } from '../components/unavailable-button.ts'

/** Requests the password-reset email; doesn't reveal whether one is sent. */
export function ForgotPasswordForm({ email, onBack }: { email: string; onBack: () => void }) {
  const [form] = Form.useForm<EmailInput>()
  const requestResetMutation = useMutation({
    mutationFn: (body: EmailInput) => call(accountLinkCalls.forgotPassword, { body }),
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <Form<EmailInput>
      name="forgotten-password"
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ email }}
      onFinish={(input) => requestResetMutation.mutate(input)}
    >
      {requestResetMutation.isSuccess ? (
        <Alert
          type="success"
          showIcon
          role="status"
          title={requestResetMutation.data.message}
          description="没有收到时，请查看垃圾邮件，或过几分钟再试。"
        />
      ) : (
        <>
          <p className="pb-4 text-muted">填写账号的邮箱，我们会把重置密码的链接发给您。</p>
          <FormError error={requestResetMutation.error} fallback={ACCOUNT_LINK_MESSAGES.sendFailed} />
          <Form.Item
            label="邮箱"
            name="email"
            rules={[
              { required: true, whitespace: true, message: IDENTITY_MESSAGES.email },
              { type: 'email', message: IDENTITY_MESSAGES.emailFormat },
            ]}
          >
            <Input size="large" type="email" autoComplete="email" autoFocus maxLength={254} />
          </Form.Item>
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            block
            {...getUnavailableProps(requestResetMutation.isPending)}
          >
            {requestResetMutation.isPending ? '发送中……' : '发送重置邮件'}
          </Button>
        </>
      )}
      <Button type="link" size="large" block className="mt-2" onClick={onBack}>
        返回登录
      </Button>
    </Form>
  )
}
