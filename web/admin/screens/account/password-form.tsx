import { App, Button, Form, Input } from 'antd'
import type { PasswordChangeInput } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { changeOwnPassword } from '../../../shared/account/change-own-password.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { useTwoFactorStatus } from '../../calls/two-factor-status.ts'
import { CodeField } from '../../components/code-field.tsx'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { NewPasswordField } from '../../components/new-password-field.tsx'
import { session, useUser } from '../../session/session.ts'
import { UsernameField } from '../../sign-in/username-field.tsx'

type Fields = PasswordChangeInput & { repeatedPassword: string }

/** Changes the signed-in user's password, which signs out all other devices. */
export function PasswordForm() {
  const { message } = App.useApp()
  const user = useUser()
  const twoFactor = useTwoFactorStatus()
  const [form] = Form.useForm<Fields>()
  const changeMutation = useMutation({
    mutationFn: ({ currentPassword, newPassword, code }: Fields) =>
      changeOwnPassword(callAdmin, { currentPassword, newPassword, code }),
    onSuccess(reply) {
      // Cleared rather than reset: a reset remounts the inputs, which password managers treat as another form.
      form.setFieldsValue({ currentPassword: '', newPassword: '', repeatedPassword: '', code: '' })
      message.success(reply.message)
      if (user.mustChangePassword) session.setUser({ ...user, mustChangePassword: false })
    },
    onError: (error) => showServerErrors(form, error),
  })

  return (
    <section className="panel mb-5 px-5 py-5">
      <h2 className="text-lg">修改密码</h2>
      <p className="pt-1 pb-4 text-muted">修改后，其他设备上的登录立即失效，当前设备保持登录。</p>
      <Form<Fields>
        // Prefixes the fields' ids: other forms of the screen ask for a code, too.
        name="change-password"
        form={form}
        layout="vertical"
        requiredMark={false}
        className="max-w-100"
        onFinish={(fields) => changeMutation.mutate(fields)}
      >
        <UsernameField />
        <FormError error={changeMutation.error} fallback={ADMIN_MESSAGES.saveFailed} />
        <Form.Item
          label="当前密码"
          name="currentPassword"
          rules={[{ required: true, message: IDENTITY_MESSAGES.currentPassword }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <NewPasswordField name="newPassword" label="新密码" messageLabel="密码" requiredMessage="请输入新密码" />
        <Form.Item
          label="再次输入新密码"
          name="repeatedPassword"
          dependencies={['newPassword']}
          rules={[
            { required: true, message: '请再次输入新密码' },
            ({ getFieldValue }) => ({
              validator: async (_, value) => {
                if (value && value !== getFieldValue('newPassword')) throw new Error('两次输入的新密码不一致')
              },
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        {twoFactor.data?.enabled && <CodeField hint={TWO_FACTOR_TEXTS.codeHint} />}
        <Button type="primary" htmlType="submit" loading={changeMutation.isPending}>
          {changeMutation.isPending ? '保存中……' : '修改密码'}
        </Button>
      </Form>
    </section>
  )
}
