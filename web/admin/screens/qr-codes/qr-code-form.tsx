import { useMutation } from '@tanstack/react-query'
import { Alert, App, Form, Input, Modal } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { QrCodeChange, QrCodeRecord } from '#contracts/qr-code.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import { changeQrCode } from './qr-calls.ts'

type QrCodeFormProps = { code: QrCodeRecord; onClose: () => void; onSaved: () => void }

/** The texts of a QR code. */
export function QrCodeForm({ code, onClose, onSaved }: QrCodeFormProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<QrCodeChange>()
  const save = useMutation({
    mutationFn: (change: QrCodeChange) => changeQrCode(code._id, change),
    onSuccess(reply) {
      message.success(reply.message ?? ADMIN_MESSAGES.qrCodeSaved)
      onSaved()
    },
  })
  return (
    <Modal
      open
      title="编辑二维码"
      okText={save.isPending ? '保存中...' : '保存'}
      okButtonProps={{ disabled: save.isPending }}
      cancelText="取消"
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          title: code.title,
          description: code.description,
          contactName: code.contactInfo.name,
          contactPosition: code.contactInfo.position,
        }}
        onFinish={(change) => save.mutate(change)}
        scrollToFirstError={{ focus: true }}
      >
        {save.isError && (
          <Alert
            className="mb-3"
            type="error"
            showIcon
            role="alert"
            title={failureMessage(save.error, ADMIN_MESSAGES.actionFailed)}
          />
        )}
        <Form.Item
          name="title"
          label="标题"
          rules={[{ required: true, whitespace: true, message: '请输入二维码标题' }]}
        >
          <Input maxLength={TEXT.line} />
        </Form.Item>
        <Form.Item name="description" label="说明">
          <Input.TextArea rows={2} maxLength={TEXT.paragraph} />
        </Form.Item>
        <Form.Item name="contactName" label="联系人">
          <Input maxLength={TEXT.line} />
        </Form.Item>
        <Form.Item name="contactPosition" label="联系人职务">
          <Input maxLength={TEXT.line} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
