import { Download as DownloadIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buildCallUrl } from '#contracts/call-url.ts'
import type { Attachment } from '#contracts/documents/evaluation.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { ButtonStyle } from '#contracts/vocabulary.ts'
import { formatSize } from '../../../shared/formats.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'

type ChecklistDownloadProps = { attachments: readonly Attachment[]; variant?: ButtonStyle; children: ReactNode }

/** A button that downloads the attachment. Offers the first one or all if there are several; shows a notice if none. */
export function ChecklistDownload({ attachments, variant = 'outline', children }: ChecklistDownloadProps) {
  const showToast = useToast()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [firstAttachment] = attachments

  const saveDownload = useExclusive(async ({ url, name }: Download) => {
    setIsDialogOpen(false)
    setIsBusy(true)
    const failure = await download(url, name)
    setIsBusy(false)
    if (failure) showToast(failure, 'error')
  })

  function handleClick() {
    if (!firstAttachment) showToast(SITE_MESSAGES.noChecklists)
    else if (attachments.length === 1) void saveDownload(toDownload(firstAttachment))
    else setIsDialogOpen(true)
  }

  return (
    <>
      <Button variant={variant} isBusy={isBusy} onClick={handleClick}>
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
              <Button variant="outline" onClick={() => saveDownload(ALL_ATTACHMENTS)}>
                下载全部{attachments.length}个
              </Button>
              <Button onClick={() => saveDownload(toDownload(firstAttachment))}>下载该文件</Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}

type Download = { url: string; name: string }

const toDownload = ({ path, filename }: Attachment): Download => ({
  url: buildCallUrl(evaluationCalls.downloadAttachment, { query: { path } }),
  name: filename,
})
const ALL_ATTACHMENTS: Download = { url: buildCallUrl(evaluationCalls.downloadAttachments), name: '评估清单.zip' }

/** Downloads a file and saves it under a name. Returns an error message on failure. */
async function download(url: string, name: string): Promise<string | undefined> {
  try {
    const response = await fetch(url)
    if (!response.ok) return SITE_MESSAGES.downloadFailed
    saveFile(await response.blob(), name)
    return undefined
  } catch {
    return SITE_MESSAGES.checklistFailed
  }
}
