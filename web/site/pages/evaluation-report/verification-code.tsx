import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { useSite } from '../../site-context.tsx'
import { QrCode } from './qr-code.tsx'

/** The URL to verify the report, as a QR code and as text, with the hash to compare. */
export function VerificationCode({ report: { data, hash } }: { report: ReportReply }) {
  const { publicUrl } = useSite()
  const verificationUrl =
    publicUrl + buildPageUrl(PAGES.verifyReport, SITE_PAGES.verifyReport.parameters, { report: data.id })
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line p-4 sm:flex-row sm:items-center sm:gap-5 print:flex-row print:items-center print:p-3">
      <QrCode text={verificationUrl} label="核验地址的二维码" className="size-32 shrink-0 print:size-24" />
      <div className="min-w-0 flex-1 text-sm print:text-xs">
        <p className="font-semibold">扫码核验这份报告</p>
        <p className="mt-1 text-muted">
          核对网页上的编号与SHA-256是否与此处一致，即可确认纸质版出自哪份报告、签发后是否被改动。
        </p>
        <dl className="mt-2 grid gap-x-3 gap-y-0.5 sm:grid-cols-[auto_minmax(0,1fr)] print:grid-cols-[auto_minmax(0,1fr)]">
          <dt className="text-muted">报告编号</dt>
          <dd className="font-mono break-all">{data.id}</dd>
          <dt className="text-muted">SHA-256</dt>
          <dd className="font-mono break-all">{hash}</dd>
          <dt className="text-muted">核验地址</dt>
          {/* The public URL may differ from the origin of the request. */}
          <dd className="break-all" suppressHydrationWarning>
            {verificationUrl}
          </dd>
        </dl>
      </div>
    </div>
  )
}
