import { App, Button, Modal } from 'antd'
import { Copy } from 'lucide-react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { restoreFocus } from '../../components/restore-focus.ts'

/** Shows a key, which can't be read again. */
export function NewKeyDialog({ newKey, onClose }: { newKey: string; onClose: () => void }) {
  const { message } = App.useApp()
  const copyMutation = useMutation({
    mutationFn: () => navigator.clipboard.writeText(newKey),
    onSuccess: () => void message.success('已复制'),
    // No clipboard access: an insecure origin, or permission denied.
    onError: () => void message.error(SITE_MESSAGES.copyFailed),
  })
  return (
    <Modal
      open
      title="请保存密钥"
      mask={{ closable: false }}
      onCancel={onClose}
      afterClose={restoreFocus}
      footer={
        <Button type="primary" onClick={onClose}>
          已保存
        </Button>
      }
    >
      <p className="pb-3">密钥只显示这一次。请存入密码库或程序的机密配置，不要写进代码；泄露时立即吊销。</p>
      <p className="rounded bg-sunken px-3 py-2 break-all select-all">
        <code>{newKey}</code>
      </p>
      <Button
        className="mt-3"
        icon={<Copy className="size-4" aria-hidden />}
        loading={copyMutation.isPending}
        onClick={() => copyMutation.mutate()}
      >
        复制密钥
      </Button>
    </Modal>
  )
}
