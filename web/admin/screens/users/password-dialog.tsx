import { App, Form, Modal } from 'antd'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserRecord } from '#contracts/users/user.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { usePasswordMinLength } from '../../calls/site-settings.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { NewPasswordField } from '../../components/new-password-field.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { resetUserPassword } from './user-calls.ts'

type Fields = { newPassword: string }

/** Connects the dialog's OK button to the form, so that Enter submits it, too. */
const FORM_ID = 'password-form'

/** Dialog to reset a user's password. */
export function PasswordDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  useReturnFocus()
  const { message } = App.useApp()
  const minLength = usePasswordMinLength()
  const [form] = Form.useForm<Fields>()
  const isDirty = Boolean(Form.useWatch('newPassword', form))
  useLeaveGuard('user-password', { isDirty })
  const resetMutation = useMutation({
    mutationFn: ({ newPassword }: Fields) => resetUserPassword(user._id, newPassword),
    onSuccess(reply) {
      message.success(reply.message)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
  })
  return (
    <Modal
      open
      title={`重置“${user.name}”的密码`}
      okText={resetMutation.isPending ? '重置中……' : '重置密码'}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID, ...getUnavailableProps(resetMutation.isPending) }}
      cancelText="取消"
      mask={{ closable: false }}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && form.focusField('newPassword')}
    >
      <p className="pb-4 text-muted">
        该用户会在所有设备上立即退出登录。请用安全的方式把新密码告诉对方，对方登录后须先改为自己的密码。
      </p>
      <Form<Fields>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => resetMutation.mutate(fields)}
      >
        {/* Lets password managers associate the password with the account. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <FormError
          error={resetMutation.error}
          fallback={USER_MESSAGES.passwordFailed}
          describeError={describeActionError}
        />
        <NewPasswordField
          name="newPassword"
          label="新密码"
          requiredMessage={IDENTITY_MESSAGES.passwordTooShort(minLength)}
        />
      </Form>
    </Modal>
  )
}
