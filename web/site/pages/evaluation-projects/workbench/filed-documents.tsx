import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildCallUrl } from '#contracts/call-url.ts'
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { getButtonClass } from '../../../components/buttons.tsx'

const DOCUMENTS = [
  {
    format: 'docx',
    title: '评审报告',
    text: 'Word：依据、成员与声明、办法、有效性审查、各评委评分、价格、名次、推荐与不同意见、附件的SHA-256、签字栏',
  },
  {
    format: 'xlsx',
    title: '评分汇总表与价格评审表',
    text: 'Excel：各数均为公式，可逐格追溯到评委的打分与报价',
  },
] as const

/** The documents that a committee files, and what those wait for that don't exist yet. */
export const FiledDocuments = ({ project: { reportId } }: { project: ProjectView }) => (
  <section aria-label="存档文件" className="card mt-10 p-5" data-print="none">
    <h2 className="text-xl">存档文件</h2>
    <ul className="mt-3 divide-y divide-line">
      {DOCUMENTS.map(({ format, title, text }) => (
        <DocumentRow
          key={format}
          title={title}
          text={reportId === null ? '定稿之后才有；退回修改后，须重新定稿' : text}
        >
          {reportId !== null && (
            <a
              href={buildCallUrl(readOnlyProjectCalls.exportReport, { params: { reportId }, query: { format } })}
              className={getButtonClass('outline')}
              aria-label={`下载${title}`}
              download
            >
              <Download className="size-4" aria-hidden />
              下载
            </a>
          )}
        </DocumentRow>
      ))}
    </ul>
  </section>
)

const DocumentRow = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-60">
      <p className="font-medium">{title}</p>
      <p className="text-sm text-muted">{text}</p>
    </div>
    {children}
  </li>
)
