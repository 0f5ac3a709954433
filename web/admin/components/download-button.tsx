import { App, Button } from 'antd'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { MESSAGES } from '#contracts/messages/general.ts'
import { toErrorMessage } from '../../shared/call-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'

type DownloadButtonProps = {
  type?: 'default' | 'link'
  /** Downloads the file; its error is shown. */
  onDownload: () => Promise<void>
  /** The name of the file, which may wrap. */
  children: ReactNode
}

/** Downloads a file. */
export function DownloadButton({ type = 'default', onDownload, children }: DownloadButtonProps) {
  const { message } = App.useApp()
  const downloadMutation = useMutation({
    mutationFn: onDownload,
    onError: (error) => void message.error(toErrorMessage(error, MESSAGES.downloadFailed)),
  })
  return (
    <Button
      type={type}
      className={`h-auto min-h-11 max-w-full whitespace-normal md:min-h-8 ${type === 'link' ? 'px-0' : ''}`}
      icon={<Download className="size-4" aria-hidden />}
      loading={downloadMutation.isPending}
      onClick={() => downloadMutation.mutate()}
    >
      <span className="text-left wrap-anywhere">{children}</span>
    </Button>
  )
}
