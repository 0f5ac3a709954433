import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { callAddress } from '#contracts/call-address.ts'
import type { Attachment } from '#contracts/documents/evaluation.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import type { ButtonStyle } from '#contracts/vocabulary.ts'
import { formatSize } from '../../../shared/formats.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { Button } from '../../parts/buttons.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toast.tsx'

type ChecklistDownloadProps = { attachments: readonly Attachment[]; look?: ButtonStyle; children: ReactNode }

/** One attachment is saved at once; of several the first is offered (spec 1 §2); without any there is a notice. */
export function ChecklistDownload({ attachments, look = 'outline', children }: ChecklistDownloadProps) {
  const showToast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [first] = attachments

  async function save(attachment: Attachment) {
    setIsAsking(false)
    setIsBusy(true)
    const failure = await downloadAttachment(attachment)
    setIsBusy(false)
    if (failure) showToast(failure, 'error')
  }

  function start() {
    if (!first) showToast(SITE_MESSAGES.nothingToDownload)
    else if (attachments.length === 1) void save(first)
    else setIsAsking(true)
  }

  return (
    <>
      <Button look={look} isBusy={isBusy} onClick={start}>
        <Download className="size-4" aria-hidden />
        {children}
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title="下载评估清单" className="max-w-lg">
        {first && (
          <>
            <p>共有{attachments.length}个文件。可以先下载第一个：</p>
            <p className="mt-3 rounded-lg border border-line bg-sunken px-4 py-3">
              <strong className="font-semibold">{first.filename}</strong>
              {first.size > 0 && <span className="ml-2 text-sm text-muted">{formatSize(first.size)}</span>}
            </p>
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <Button
                look="outline"
                onClick={() => {
                  setIsAsking(false)
                  showToast(SITE_MESSAGES.manyDownloadsPending)
                }}
              >
                下载全部{attachments.length}个
              </Button>
              <Button onClick={() => save(first)}>下载该文件</Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}

/** Fetches an attachment and saves it under its name. Returns what to say if that fails. */
async function downloadAttachment({ path, filename }: Attachment): Promise<string | undefined> {
  try {
    const response = await fetch(callAddress(evaluationCalls.downloadAttachment, { query: { path } }))
    if (!response.ok) return SITE_MESSAGES.downloadFailed
    saveFile(await response.blob(), filename)
    return undefined
  } catch {
    return SITE_MESSAGES.checklistFailed
  }
}
