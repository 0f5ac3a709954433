import { App, Button, Form, Input, Modal, Skeleton, Tag } from 'antd'
import { MonitorSmartphone } from 'lucide-react'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import {
  createEndSessions,
  describeSession,
  SESSION_END_TEXTS,
  type SessionEnd,
  useOwnSessions,
} from '../../../shared/account/use-own-sessions.ts'
import { describeDevice } from '../../../shared/device-name.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { useUser } from '../../session/session.ts'
import { UsernameField } from '../../sign-in/username-field.tsx'

const endSessions = createEndSessions(callAdmin)

type SessionEndDialogProps = { end: SessionEnd; onClose: () => void; onSettled: () => void }

type Fields = { password: string }

/** Connects the dialog's OK button to the form, so that Enter submits it, too. */
const FORM_ID = 'session-end-form'

/** Asks for the password before other devices are signed out. */
function SessionEndDialog({ end, onClose, onSettled }: SessionEndDialogProps) {
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

/** Lists the user's active sessions by device, each with a button to end it. */
export function SessionList() {
  const { sessionsQuery, endOfOthers, pendingEnd, setPendingEnd } = useOwnSessions(callAdmin, useUser()._id)

  return (
    <section className="panel px-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <h2 className="text-lg">登录的设备</h2>
        {endOfOthers && (
          <Button danger onClick={() => setPendingEnd(endOfOthers)}>
            {SESSION_END_TEXTS.others.label}
          </Button>
        )}
      </div>
      {sessionsQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {sessionsQuery.isError && (
        <LoadError error={sessionsQuery.error} fallback="获取登录设备失败" onRetry={sessionsQuery.refetch} />
      )}
      <ul className="divide-y divide-line">
        {sessionsQuery.data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                {describeDevice(session.userAgent)}
                {session.current && <Tag color="blue">当前设备</Tag>}
              </p>
              <p className="text-sm text-muted">{describeSession(session)}</p>
            </div>
            {!session.current && (
              <Button
                aria-label={`退出${describeDevice(session.userAgent)}，${formatMinute(session.createdAt)}登录`}
                onClick={() => setPendingEnd({ kind: 'one', session })}
              >
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
      {pendingEnd && (
        <SessionEndDialog
          end={pendingEnd}
          onClose={() => setPendingEnd(null)}
          onSettled={() => void sessionsQuery.refetch()}
        />
      )}
    </section>
  )
}
