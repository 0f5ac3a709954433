import { Download } from 'lucide-react'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import { INQUIRY_DOCUMENT_LABELS, INQUIRY_DOCUMENTS, type InquiryDocument } from '#contracts/inquiries/statuses.ts'
import { findDocumentProblem } from '#contracts/rules/inquiries/find-document-problem.ts'
import { download } from '../../../../shared/download.ts'
import { Button } from '../../../components/buttons.tsx'
import { useDownload } from '../../../components/use-download.ts'

const CONTENTS: Record<InquiryDocument, string> = {
  opening: 'Word：谁在何时开启、各份回答的SHA-256、谁没有提交，附签字栏',
  clarifications: 'Word：提问与答复（不说明是谁问的）、补遗、各版本的确认，附签字栏',
  answers: 'Excel：回答并排，报价带公式，与目录的差别，文件的SHA-256',
}

/** The documents that are filed, and what those wait for that don't exist yet. */
export const DocumentsSection = ({ inquiry }: { inquiry: Inquiry }) => (
  <section aria-label="存档文件" className="card p-5">
    <h2 className="text-xl">存档文件</h2>
    <ul className="mt-3 divide-y divide-line">
      {INQUIRY_DOCUMENTS.map((document) => (
        <DocumentRow key={document} inquiry={inquiry} document={document} />
      ))}
    </ul>
  </section>
)

function DocumentRow({ inquiry, document }: { inquiry: Inquiry; document: InquiryDocument }) {
  const downloadMutation = useDownload(() =>
    download(inquiryCalls.downloadDocument, { params: { id: inquiry.id, document } }),
  )
  const { status, opening } = inquiry
  const problem = findDocumentProblem(document, { status, openedAt: opening.openedAt })
  const label = INQUIRY_DOCUMENT_LABELS[document]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{label}</p>
        <p className="text-sm text-muted">{problem ?? CONTENTS[document]}</p>
      </div>
      {problem === undefined && (
        <Button
          variant="outline"
          aria-label={`下载${label}`}
          isBusy={downloadMutation.isPending}
          onClick={() => downloadMutation.mutate()}
        >
          <Download className="size-4" aria-hidden />
          下载
        </Button>
      )}
    </li>
  )
}
