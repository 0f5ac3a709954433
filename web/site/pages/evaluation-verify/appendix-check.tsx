import type { Appendix } from '#contracts/evaluation-projects/report-runs.ts'
import { isAppendixOf } from '#contracts/rules/evaluation/verify-appendix.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { NamedFileButton } from './named-file-button.tsx'

const TITLE = '核对实测附录'

/** Compares a downloaded appendix with the hash that the verified report names. */
export function AppendixCheck({ appendix }: { appendix: Appendix }) {
  const checkMutation = useMutation({
    mutationFn: async (file: File) => isAppendixOf(appendix, await file.arrayBuffer()),
  })
  return (
    <section className="mt-5 border-t border-line pt-4">
      <p className="font-semibold">{TITLE}</p>
      <p className="mt-1 text-sm text-muted">
        报告签名的数据中有附录的SHA-256，附录含{appendix.trials}
        次试次。选择从报告页下载的附录（.jsonl），核对是否就是那一份。
      </p>
      <NamedFileButton
        inputLabel={TITLE}
        accept=".jsonl,application/jsonl"
        label="选择附录"
        onChoose={(file) => checkMutation.mutate(file)}
      />
      <p role="status" className="mt-3 font-medium">
        <AppendixResult isOfReport={checkMutation.data} hasFailed={checkMutation.isError} />
      </p>
    </section>
  )
}

function AppendixResult({ isOfReport, hasFailed }: { isOfReport: boolean | undefined; hasFailed: boolean }) {
  if (hasFailed) return <span className="text-cinnabar">文件无法读取，请重新选择</span>
  if (isOfReport === undefined) return null
  return isOfReport ? (
    <span className="text-indigo">附录与这份报告一致，未改动。</span>
  ) : (
    <span className="text-cinnabar">不是这份报告的附录，或下载后被改动过。</span>
  )
}
