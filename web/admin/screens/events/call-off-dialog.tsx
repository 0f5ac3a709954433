import { App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { eventCalls } from '#contracts/events/calls.ts'
import type { EventRecord } from '#contracts/events/event-record.ts'
import { EVENT_MESSAGES } from '#contracts/events/messages.ts'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { createUuid } from '../../../shared/random-id.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

type Fields = { reason: string }

const FORM_ID = 'call-off-form'

type CallOffDialogProps = { event: EventRecord; onDone: () => unknown; onClose: () => void }

/** Cancels an event, with the reason that those who have registered are told. */
export function CallOffDialog({
  event: { id: eventId, title, confirmed, waiting },
  onDone,
  onClose,
}: CallOffDialogProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [idempotencyKey] = useState(createUuid)
  const callOff = useMutation({
    mutationFn: (body: Fields) => callAdmin(eventCalls.callOff, { params: { eventId }, body, idempotencyKey }),
    onSuccess(reply) {
      message.success(reply.message)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    onSettled: onDone,
  })
  return (
    <Modal
      open
      title={`取消“${title}”？`}
      okText={callOff.isPending ? '取消中……' : '取消活动'}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID, danger: true, ...getUnavailableProps(callOff.isPending) }}
      cancelText="保留活动"
      mask={{ closable: false }}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && form.focusField('reason')}
    >
      <p className="pb-4 text-muted">{describeConsequence(confirmed, waiting)}活动不再列在社区页面，不能恢复。</p>
      <Form<Fields>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => callOff.mutate(fields)}
      >
        <FormError error={callOff.error} fallback={ADMIN_MESSAGES.actionFailed} describeError={describeActionError} />
        <Form.Item
          name="reason"
          label="取消的原因"
          rules={[{ required: true, whitespace: true, message: EVENT_MESSAGES.reasonMissing }]}
        >
          <Input.TextArea rows={3} maxLength={TEXT.paragraph} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

function describeConsequence(confirmed: number, waiting: number): string {
  if (confirmed + waiting === 0) return '还没有人报名，不会通知任何人。'
  const waitingText = waiting > 0 ? `、候补的${waiting}人` : ''
  return `将通知已报名的${confirmed}人${waitingText}，邮件附原因，并从他们的日历中取消。`
}
