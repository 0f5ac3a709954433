import { Button, Modal } from 'antd'
import { CopyButton } from './copy-button.tsx'
import { restoreFocus } from './restore-focus.ts'

type SecretDialogProps = {
  /** What the secret is called: `密钥`. */
  name: string
  /** What it is for, and that it is shown only once. */
  hint: string
  secret: string
  onClose: () => void
}

/** Shows a secret that can't be read again. A click beside the dialog doesn't close it. */
export const SecretDialog = ({ name, hint, secret, onClose }: SecretDialogProps) => (
  <Modal
    open
    title={`请保存${name}`}
    mask={{ closable: false }}
    onCancel={onClose}
    afterClose={restoreFocus}
    footer={
      <Button type="primary" onClick={onClose}>
        已保存
      </Button>
    }
  >
    <p className="pb-3">{hint}</p>
    <p className="rounded bg-sunken px-3 py-2 break-all select-all">
      <code>{secret}</code>
    </p>
    <div className="mt-3">
      <CopyButton text={secret} label={`复制${name}`} copiedMessage="已复制" />
    </div>
  </Modal>
)
