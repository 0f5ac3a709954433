import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import { VerificationCode } from './verification-code.tsx'

/** The proof that the report is authentic and unchanged. In print, the QR code is on the first page. */
export function ReportVerification({ report }: { report: ReportReply }) {
  const { signature, keyId } = report
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-muted print:mb-2 print:max-w-none print:text-xs">
        报告的全部数据按RFC
        8785写成规范的JSON，取SHA-256，并由平台的Ed25519密钥签名。下载JSON文件后，可在核验页检查，也可用公开的密钥自行验证。Word与Excel文件是便于阅读的副本。
      </p>
      <div className="print:hidden">
        <VerificationCode report={report} />
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm md:grid-cols-[8rem_minmax(0,1fr)] print:mt-0 print:grid-cols-[7rem_minmax(0,1fr)] print:text-xs">
        <dt className="text-muted">签名</dt>
        <dd className="font-mono text-xs break-all print:text-[0.65rem]">{signature}</dd>
        <dt className="text-muted">公钥编号</dt>
        <dd className="font-mono text-xs break-all print:text-[0.65rem]">{keyId}</dd>
      </dl>
    </>
  )
}
