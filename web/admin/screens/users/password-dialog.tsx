import { useMutation } from '@tanstack/react-query'
import { App, Form, Input, Modal } from 'antd'
import { PASSWORD } from '#contracts/limits.ts'
import { ACCOUNT_MESSAGES } from '#contracts/messages/account.ts'
import type { UserRecord } from '#contracts/user.ts'
import { showFieldFaults } from '../../parts/field-faults.ts'
import { FormFailure } from '../../parts/form-failure.tsx'
import { resetUserPassword, said } from './user-calls.ts'

type Fields = { newPassword: string }

/** Gives somebody another password. */
export function PasswordDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const reset = useMutation({
    mutationFn: ({ newPassword }: Fields) => resetUserPassword(user._id, newPassword),
    onSuccess(reply) {
      message.success(reply.message)
      onClose()
    },
    onError: (error) => showFieldFaults(form, error, ['newPassword']),
  })
  return (
    <Modal
      open
      title={`重置“${user.name}”的密码`}
      okText={reset.isPending ? '重置中...' : '重置密码'}
      okButtonProps={{ disabled: reset.isPending }}
      cancelText="取消"
      onCancel={onClose}
      onOk={() => form.submit()}
      afterOpenChange={(isOpen) => isOpen && form.focusField('newPassword')}
    >
      <p className="pb-4 text-muted">该用户会在所有设备上立即退出登录。请用安全的方式把新密码告诉对方。</p>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => reset.mutate(fields)}
        scrollToFirstError={{ focus: true }}
      >
        {/* Whose password it is, for a password manager. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <FormFailure error={reset.error} fallback={ACCOUNT_MESSAGES.passwordFailed} say={said} />
        <Form.Item
          label="新密码"
          name="newPassword"
          extra={`至少${PASSWORD.min}位`}
          rules={[
            {
              validator: async (_, typed: string = '') => {
                if (typed.length < PASSWORD.min) throw new Error(ACCOUNT_MESSAGES.passwordShort(PASSWORD.min))
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD.max} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
