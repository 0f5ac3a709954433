import { Copy } from 'lucide-react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Button } from './buttons.tsx'
import { useToast } from './toast.tsx'

type CopyButtonProps = { text: string; label: string; copiedMessage: string }

/** Copies a text to the clipboard and confirms it; if the browser refuses, a message says so. */
export function CopyButton({ text, label, copiedMessage }: CopyButtonProps) {
  const showToast = useToast()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast(copiedMessage, 'success')
    } catch {
      // No clipboard access: an insecure origin, or permission denied.
      showToast(SITE_MESSAGES.copyFailed, 'error')
    }
  }

  return (
    <Button variant="outline" onClick={copy}>
      <Copy className="size-4" aria-hidden />
      {label}
    </Button>
  )
}
