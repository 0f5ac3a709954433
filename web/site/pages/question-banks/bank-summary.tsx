import { Download } from 'lucide-react'
import type { QuestionBank } from '#contracts/question-banks/bank.ts'
import { questionBankCalls } from '#contracts/question-banks/calls.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { download } from '../../../shared/download.ts'
import { Button } from '../../components/buttons.tsx'
import { useDownload } from '../../components/use-download.ts'

/** Returns what a list says of a bank in one line. */
export const describeBank = ({ taskCount, version, licence, tags }: QuestionBank): string =>
  joinWithDots([`${taskCount}题`, `第${version}版`, licence, tags.length > 0 ? tags.join('、') : undefined])

/** What a bank is, where it is from, and the material that agents load before they are asked. */
export const BankSummary = ({ bank }: { bank: QuestionBank }) => (
  <div className="space-y-2 text-sm">
    {bank.description !== '' && <p className="break-words whitespace-pre-line">{bank.description}</p>}
    <p className="break-words text-muted">{describeBank(bank)}</p>
    <p className="break-words text-muted">来源：{bank.source}</p>
    <p className="text-xs break-all text-muted">SHA-256：{bank.hash}</p>
    {bank.material && <MaterialButton bank={bank} name={bank.material.name} />}
  </div>
)

function MaterialButton({ bank: { id, version }, name }: { bank: QuestionBank; name: string }) {
  const downloadMutation = useDownload(() =>
    download(questionBankCalls.downloadMaterial, { params: { bank: id }, query: { version } }),
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
      <Button variant="outline" isBusy={downloadMutation.isPending} onClick={() => downloadMutation.mutate()}>
        <Download className="size-4" aria-hidden />
        下载{name}
      </Button>
      <span className="text-muted">先载入智能体的知识库，再提问。</span>
    </div>
  )
}
