import { App, Form, Input, Modal } from 'antd'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { createEndSessions, SESSION_END_TEXTS, type SessionEnd } from '../../../shared/account/use-own-sessions.ts'
import { describeDevice } from '../../../shared/device-name.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { UsernameField } from '../../sign-in/username-field.tsx'

const endSessions = createEndSessions(callAdmin)

type SessionEndDialogProps = { end: SessionEnd; onClose: () => void; onSettled: () => void }

type Fields = { password: string }

/** Connects the dialog's OK button to the form, so that Enter submits it, too. */
const FORM_ID = 'session-end-form'

/** Asks for the password before other devices are signed out. */
export function SessionEndDialog({ end, onClose, onSettled }: SessionEndDialogProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const { label, done } = SESSION_END_TEXTS[end.kind]
  const endMutation = useMutation({
    mutationFn: ({ password }: Fields) => endSessions(end, password),
    onSuccess() {
      message.success(done)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    onSettled,
  })
  return (
    <Modal
      open
      title={`${label}？`}
      okText={endMutation.isPending ? '处理中……' : label}
      okButtonProps={{ danger: true, htmlType: 'submit', form: FORM_ID, ...getUnavailableProps(endMutation.isPending) }}
      cancelText="取消"
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && form.focusField('password')}
      width={480}
    >
      <p className="pb-4 text-muted">
        {end.kind === 'one'
          ? `${describeDevice(end.session.userAgent)}（${formatMinute(end.session.createdAt)}登录）会立即退出登录，那里未保存的修改留在其浏览器中。`
          : '除当前设备外，其他设备上的登录会立即失效，那里未保存的修改留在各自的浏览器中。'}
      </p>
      <Form<Fields>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => endMutation.mutate(fields)}
      >
        <UsernameField />
        <FormError
          error={endMutation.error}
          fallback={ADMIN_MESSAGES.actionFailed}
          describeError={describeActionError}
        />
        <Form.Item
          label="当前密码"
          name="password"
          rules={[{ required: true, message: IDENTITY_MESSAGES.currentPassword }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
