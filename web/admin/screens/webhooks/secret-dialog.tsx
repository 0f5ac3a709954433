import { Button, Modal } from 'antd'
import { restoreFocus } from '../../components/restore-focus.ts'

/** Shows a signing key, which can't be read again. */
export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Modal
    open
    title="请保存签名密钥"
    mask={{ closable: false }}
    onCancel={onClose}
    afterClose={restoreFocus}
    footer={
      <Button type="primary" onClick={onClose}>
        已保存
      </Button>
    }
  >
    <p className="pb-3">
      用Standard Webhooks的程序库与这个密钥核对每次请求的 webhook-signature。密钥只显示这一次，丢失后可以更换。
    </p>
    <p className="rounded bg-sunken px-3 py-2 break-all">
      <code>{secret}</code>
    </p>
  </Modal>
)
