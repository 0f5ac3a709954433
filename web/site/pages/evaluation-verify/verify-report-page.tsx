import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FieldError } from '../../components/form-field.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import type { SitePage } from '../../page.ts'
import { usePageQuery } from '../../use-page-query.ts'
import { NamedFileButton } from './named-file-button.tsx'
import { VerificationError, VerificationResult } from './verification-result.tsx'
import { toReportId, verifyByNumber, verifyFile } from './verify-report.ts'

const SUBTITLE = '核对评估报告定稿后是否被改动，评分经平台审核，还是由评估人自填。核对在浏览器里完成，文件不会上传。'

export const page: SitePage<'verifyReport'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE }),
  Component: VerifyReportPage,
}

/** Verifies reports. The report number is in the URL, so that a printed QR code leads to the result. */
function VerifyReportPage() {
  const { query, change } = usePageQuery(SITE_PAGES.verifyReport.parameters)
  const isHydrated = useIsHydrated()
  const reportId = toReportId(query.report)
  const numberVerification = useQuery({
    // biome-ignore lint/plugin: the result of several calls.
    queryKey: ['report-check', reportId],
    queryFn: () => verifyByNumber(reportId),
    enabled: isHydrated && reportId !== '',
    retry: false,
    staleTime: 0,
  })
  const verifyMutation = useMutation({ mutationFn: verifyFile })
  // The last request determines which result is shown.
  const isFileRequested = !verifyMutation.isIdle
  const { data, error } = isFileRequested ? verifyMutation : numberVerification

  return (
    <>
      <PageTitle title={SITE_PAGES.verifyReport.title} subtitle={SUBTITLE} />
      <Section>
        <noscript>
          <p>核验由浏览器中的程序计算，需要启用JavaScript。</p>
        </noscript>
        <div className="grid gap-6 noscript:hidden md:grid-cols-2">
          <NumberForm
            report={query.report}
            isBusy={numberVerification.isFetching}
            onVerify={(report) => {
              verifyMutation.reset()
              if (report === query.report) void numberVerification.refetch()
              else change({ report })
            }}
          />
          <FileForm onVerify={(file) => verifyMutation.mutate(file)} />
        </div>
        <div role="status" className="mt-6">
          {data ? <VerificationResult report={data} /> : error && <VerificationError error={error} />}
        </div>
      </Section>
    </>
  )
}

type NumberFormProps = { report: string; isBusy: boolean; onVerify: (report: string) => void }

function NumberForm({ report, isBusy, onVerify }: NumberFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const shownReport = useRef(report)
  const [isNumberMissing, setIsNumberMissing] = useState(false)

  // The number in the URL also changes on Back. The field isn't controlled, so that input from before hydration is kept.
  useEffect(() => {
    if (!input.current || shownReport.current === report) return
    shownReport.current = report
    input.current.value = report
  }, [report])

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reportId = toReportId(String(new FormData(event.currentTarget).get('report') ?? ''))
    setIsNumberMissing(reportId === '')
    if (reportId === '') input.current?.focus()
    else onVerify(reportId)
  }

  return (
    <form onSubmit={handleSubmit} className="card p-5 md:p-7">
      <label htmlFor={`${id}-report`} className="text-lg font-semibold">
        按编号核验
      </label>
      <p className="mt-1 text-sm text-muted">印在报告上的编号，或报告的链接。</p>
      <input
        ref={input}
        id={`${id}-report`}
        name="report"
        defaultValue={report}
        maxLength={TEXT.link}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isNumberMissing || undefined}
        aria-describedby={isNumberMissing ? `${id}-error` : undefined}
        className={`${CONTROL_CLASS} mt-3 font-mono`}
      />
      <FieldError id={`${id}-error`}>{isNumberMissing && '请填写报告编号或链接'}</FieldError>
      <Button type="submit" className="mt-4" isBusy={isBusy}>
        核验
      </Button>
    </form>
  )
}

const FILE_FORM_TITLE = '按文件核验'

const FileForm = ({ onVerify }: { onVerify: (file: File) => void }) => (
  <div className="card p-5 md:p-7">
    <p className="text-lg font-semibold">{FILE_FORM_TITLE}</p>
    <p className="mt-1 text-sm text-muted">
      从报告页下载的JSON文件，或评估徽章的JSON文件。用评估工具生成的报告没有签名，请按编号核验。
    </p>
    <NamedFileButton
      inputLabel={FILE_FORM_TITLE}
      accept="application/json,.json"
      label="选择文件"
      onChoose={onVerify}
    />
  </div>
)
