import { Download as DownloadIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Attachment } from '#contracts/documents/evaluation.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { ButtonStyle } from '#contracts/vocabulary.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { download } from '../../../shared/download.ts'
import { formatSize } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'

type ChecklistDownloadProps = { attachments: readonly Attachment[]; variant?: ButtonStyle; children: ReactNode }

/** A button that downloads the attachment. Offers the first one or all if there are several; shows a notice if none. */
export function ChecklistDownload({ attachments, variant = 'outline', children }: ChecklistDownloadProps) {
  const showToast = useToast()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [firstAttachment] = attachments

  const downloadMutation = useMutation({
    mutationFn: (attachment: Attachment | 'all') =>
      attachment === 'all'
        ? download(evaluationCalls.downloadAttachments)
        : download(evaluationCalls.downloadAttachment, { query: { path: attachment.path } }),
    onMutate: () => setIsDialogOpen(false),
    onError: (error) =>
      showToast(
        isCallError(error) && error.status > 0 ? SITE_MESSAGES.downloadFailed : SITE_MESSAGES.checklistFailed,
        'error',
      ),
  })

  function handleClick() {
    if (!firstAttachment) showToast(SITE_MESSAGES.noChecklists)
    else if (attachments.length === 1) downloadMutation.mutate(firstAttachment)
    else setIsDialogOpen(true)
  }

  return (
    <>
      <Button variant={variant} isBusy={downloadMutation.isPending} onClick={handleClick}>
        <DownloadIcon className="size-4" aria-hidden />
        {children}
      </Button>
      <Dialog isOpen={isDialogOpen} onClose={() => setIsDialogOpen(false)} title="下载评估清单" className="max-w-lg">
        {firstAttachment && (
          <>
            <p>共有{attachments.length}个文件。可以先下载第一个：</p>
            <p className="mt-3 rounded-lg border border-line bg-sunken px-4 py-3">
              <strong className="font-semibold">{firstAttachment.filename}</strong>
              {firstAttachment.size > 0 && (
                <span className="ml-2 text-sm text-muted">{formatSize(firstAttachment.size)}</span>
              )}
            </p>
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <Button variant="outline" onClick={() => downloadMutation.mutate('all')}>
                下载全部{attachments.length}个
              </Button>
              <Button onClick={() => downloadMutation.mutate(firstAttachment)}>下载该文件</Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}
