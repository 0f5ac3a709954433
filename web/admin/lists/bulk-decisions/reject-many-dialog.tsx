import { Form, Input, Modal } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

type RejectManyDialogProps = {
  title: string
  okText: string
  label: string
  /** The message if there is no reason; without one, the reason may be empty. */
  requiredMessage: string | undefined
  isBusy: boolean
  onSubmit: (reason: string) => void
  onClose: () => void
}

const FORM_ID = 'rejection-form'

/** Asks for the reason that is sent to all whose items are rejected. It is kept until the decision has been sent. */
export function RejectManyDialog({
  title,
  okText,
  label,
  requiredMessage,
  isBusy,
  onSubmit,
  onClose,
}: RejectManyDialogProps) {
  useReturnFocus()
  const [form] = Form.useForm<{ reason: string }>()
  const reason: string | undefined = Form.useWatch('reason', form)
  const close = useConfirmBeforeClose({ isDirty: Boolean(reason?.trim()), onClose })
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID, danger: true }}
      cancelText="取消"
      confirmLoading={isBusy}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && form.focusField('reason')}
    >
      <Form<{ reason: string }>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ reason: '' }}
        onFinish={(fields) => onSubmit(fields.reason.trim())}
      >
        <Form.Item
          name="reason"
          label={label}
          rules={requiredMessage ? [{ required: true, whitespace: true, message: requiredMessage }] : []}
        >
          <Input.TextArea rows={4} maxLength={TEXT.paragraph} showCount />
        </Form.Item>
      </Form>
    </Modal>
  )
}
