import { App, Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

/** The field has the same name as in the request body, so that the server's field errors match. */
type Fields = Partial<Record<'text' | 'reason', string>>

type TextDialogProps = {
  title: string
  /** The consequence of the action. */
  consequence: ReactNode
  name: keyof Fields
  label: string
  requiredMessage: string
  maxLength: number
  initial?: string
  okText: string
  isDangerous?: boolean
  onSubmit: (text: string) => Promise<{ message?: string | undefined }>
  /** Called after the request, even if it failed: someone else may have acted first. */
  onSettled: () => unknown
  onClose: () => void
}

/** Connects the dialog's OK button to the form. */
const FORM_ID = 'publication-text'

/** Asks for the text that an action needs: the reason to withdraw or reject something, or a vendor's statement. */
export function TextDialog(props: TextDialogProps) {
  useReturnFocus()
  const {
    title,
    consequence,
    name,
    label,
    requiredMessage,
    maxLength,
    initial = '',
    okText,
    isDangerous = false,
    onClose,
  } = props
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const isDirty = (Form.useWatch(name, form) ?? initial) !== initial
  useLeaveGuard(FORM_ID, { isDirty })
  const close = useConfirmBeforeClose({ isDirty, onClose })
  const submitMutation = useMutation({
    mutationFn: (fields: Fields) => props.onSubmit((fields[name] ?? '').trim()),
    onSuccess(reply) {
      message.success(reply.message)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    onSettled: props.onSettled,
  })
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID, danger: isDangerous, loading: submitMutation.isPending }}
      cancelText="取消"
      mask={{ closable: false }}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && form.focusField(name)}
    >
      <p className="pb-3 text-muted">{consequence}</p>
      <Form<Fields>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ [name]: initial }}
        onFinish={(fields) => submitMutation.mutate(fields)}
      >
        <FormError error={submitMutation.error} fallback={MESSAGES.changeFailed} describeError={describeActionError} />
        <Form.Item name={name} label={label} rules={[{ required: true, whitespace: true, message: requiredMessage }]}>
          <Input.TextArea rows={5} maxLength={maxLength} showCount />
        </Form.Item>
      </Form>
    </Modal>
  )
}
