import type { EvidenceFile } from '#contracts/evaluation-projects/score.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatSize } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useToast } from '../../components/toast.tsx'
import { downloadEvidence, type EvidenceSource } from './download-evidence.ts'

/** A button that downloads an evidence file. */
export function EvidenceLink({ source, file }: { source: EvidenceSource; file: EvidenceFile }) {
  const showToast = useToast()
  const downloadMutation = useMutation({
    mutationFn: () => downloadEvidence(source, file),
    onError: (error) => showToast(toErrorMessage(error, SITE_MESSAGES.downloadFailed), 'error'),
  })
  return (
    <button
      type="button"
      className="min-h-11 min-w-0 text-left break-all text-indigo underline"
      aria-label={`下载文件：${file.name}`}
      aria-disabled={downloadMutation.isPending || undefined}
      onClick={() => downloadMutation.mutate()}
    >
      {file.name}（{formatSize(file.size)}）
    </button>
  )
}
