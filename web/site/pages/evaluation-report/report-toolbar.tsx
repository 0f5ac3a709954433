import { Printer } from 'lucide-react'
import { buildCallUrl } from '#contracts/call-url.ts'
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { VerifyLink } from '../evaluation-verify/verify-link.tsx'
import { PublishLink } from './publish-link.tsx'

const FORMATS = [
  { format: 'docx', label: 'Word' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'json', label: 'JSON' },
] as const

/** Actions for the report: verify, download, print. */
export const ReportToolbar = ({ id, isCurrent }: { id: string; isCurrent: boolean }) => (
  <div className="mb-6 flex flex-wrap justify-end gap-3" data-print="none">
    {isCurrent && <PublishLink reportId={id} />}
    <VerifyLink reportId={id} />
    {FORMATS.map(({ format, label }) => (
      <a
        key={format}
        href={buildCallUrl(readOnlyProjectCalls.exportReport, { params: { reportId: id }, query: { format } })}
        className={getButtonClass('outline')}
        download
      >
        {label}
      </a>
    ))}
    <Button onClick={() => window.print()}>
      <Printer className="size-4" aria-hidden />
      打印报告
    </Button>
  </div>
)
