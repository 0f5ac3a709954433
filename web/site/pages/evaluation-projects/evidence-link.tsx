import type { EvidenceFile } from '#contracts/evaluation-projects/score.ts'
import { formatSize } from '../../../shared/formats.ts'
import { useDownload } from '../../components/use-download.ts'
import { downloadEvidence, type EvidenceSource } from './download-evidence.ts'

/** A button that downloads an evidence file. */
export function EvidenceLink({ source, file }: { source: EvidenceSource; file: EvidenceFile }) {
  const downloadMutation = useDownload(() => downloadEvidence(source, file))
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
