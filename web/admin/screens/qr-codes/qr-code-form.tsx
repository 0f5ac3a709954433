import { App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { QR_CODE_LABELS, type QrCodeChange, type QrCodeRecord } from '#contracts/qr-codes/qr-code.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { pickChangedFields } from '../../versioned/pick-changed-fields.ts'
import { updateQrCode } from './qr-code-calls.ts'

type QrCodeFormProps = { code: QrCodeRecord; onClose: () => void; onSaved: () => void }

/** Edits the texts of a QR code. Saves only the changed ones, so that others' changes to the rest are kept. */
export function QrCodeForm({ code, onClose, onSaved }: QrCodeFormProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<QrCodeChange>()
  const [isDirty, setIsDirty] = useState(false)
  // Compared with the values that the user saw: `code` changes if the list is loaded again.
  const [initialValues] = useState(() => toFormValues(code))
  const saveMutation = useMutation({
    mutationFn: (values: QrCodeChange) => updateQrCode(code._id, pickChangedFields(initialValues, values)),
    onSuccess(reply) {
      message.success(reply.message ?? ADMIN_MESSAGES.qrCodeSaved)
      setIsDirty(false)
      onSaved()
    },
    onError: (error) => showServerErrors(form, error),
  })
  useTrackUnsavedChanges(`qr-code:${code._id}`, isDirty)
  const close = useConfirmBeforeClose({ isDirty, onClose })
  return (
    <Modal
      open
      title="编辑二维码"
      okText={saveMutation.isPending ? '保存中……' : '保存'}
      okButtonProps={getUnavailableProps(saveMutation.isPending)}
      cancelText="取消"
      mask={{ closable: false }}
      onCancel={close}
      onOk={() => form.submit()}
      afterOpenChange={(isOpen) => isOpen && form.focusField('title')}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={initialValues}
        onValuesChange={() => setIsDirty(true)}
        onFinish={(values) => saveMutation.mutate(values)}
      >
        <FormError error={saveMutation.error} fallback={ADMIN_MESSAGES.actionFailed} />
        <Form.Item
          name="title"
          label={QR_CODE_LABELS.title}
          rules={[{ required: true, whitespace: true, message: '请输入二维码标题' }]}
        >
          <Input maxLength={TEXT.line} />
        </Form.Item>
        <Form.Item name="description" label={QR_CODE_LABELS.description}>
          <Input.TextArea rows={2} maxLength={TEXT.paragraph} />
        </Form.Item>
        <Form.Item name="contactName" label={QR_CODE_LABELS.contactName}>
          <Input maxLength={TEXT.line} />
        </Form.Item>
        <Form.Item name="contactPosition" label={QR_CODE_LABELS.contactPosition}>
          <Input maxLength={TEXT.line} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

const toFormValues = ({ title, description, contactInfo }: QrCodeRecord): QrCodeChange => ({
  title,
  description,
  contactName: contactInfo.name,
  contactPosition: contactInfo.position,
})
