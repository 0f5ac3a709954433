import { App, Form, Input, Modal } from 'antd'
import type { Session } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { describeDevice } from '../../../shared/device-name.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { UsernameField } from '../../sign-in/username-field.tsx'

/** The sessions to end: one, or all except the current one. */
export type SessionEnd = { kind: 'one'; session: Session } | { kind: 'others'; currentSessionId: string }

type SessionEndDialogProps = { end: SessionEnd; onClose: () => void; onSettled: () => void }

type Fields = { password: string }

/** Connects the dialog's OK button to the form, so that Enter submits it, too. */
const FORM_ID = 'session-end-form'

/** Asks for the password before other devices are signed out, so that nobody can do this at an unattended screen. */
export function SessionEndDialog({ end, onClose, onSettled }: SessionEndDialogProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const endMutation = useMutation({
    mutationFn: ({ password }: Fields) => endSessions(end, password),
    onSuccess(reply) {
      message.success(reply.message)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    onSettled,
  })
  const label = end.kind === 'one' ? '退出该设备' : '退出其他设备'
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

const endSessions = (end: SessionEnd, password: string) =>
  end.kind === 'one'
    ? callOnce(
        accountSecurityCalls.endSession,
        { params: { id: end.session.id }, body: { password } },
        MESSAGES.sessionEnded,
      )
    : callAdmin(accountSecurityCalls.endOtherSessions, { body: { currentSessionId: end.currentSessionId, password } })
