import { App, Button } from 'antd'
import { Copy } from 'lucide-react'
import { MESSAGES } from '#contracts/messages/general.ts'
import { useMutation } from '../../shared/use-mutation.ts'

type CopyButtonProps = {
  text: string
  label: string
  copiedMessage: string
  size?: 'small' | undefined
}

/** Copies a text to the clipboard and confirms it; if the browser refuses, a message says so. */
export function CopyButton({ text, label, copiedMessage, size }: CopyButtonProps) {
  const { message } = App.useApp()
  const copyMutation = useMutation({
    mutationFn: () => navigator.clipboard.writeText(text),
    onSuccess: () => void message.success(copiedMessage),
    // No clipboard access: an insecure origin, or permission denied.
    onError: () => void message.error(MESSAGES.copyFailed),
  })
  return (
    <Button
      size={size}
      icon={<Copy className="size-4" aria-hidden />}
      loading={copyMutation.isPending}
      onClick={() => copyMutation.mutate()}
    >
      {label}
    </Button>
  )
}
