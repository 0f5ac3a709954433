import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import type { ReportSentences } from '#contracts/rules/evaluation/report-sentences.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { VerificationCode } from './verification-code.tsx'

/** A ranking of so many candidates fits on the first page. */
const MAX_RANKED_CANDIDATES = 8

/** The report on one page: ranking, reasons, sensitivity and caveats; in print also the code to verify it. */
export function ReportSummary({ report, sentences }: { report: ReportReply; sentences: ReportSentences }) {
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2 print:block print:columns-2">
        <Sentences title="名次" sentences={shortenRanking(sentences.order)} />
        <Sentences title="为什么" sentences={sentences.reasons} />
        <Sentences title="什么会改变结论" sentences={sentences.changes} />
        <Sentences
          title="需要留意"
          sentences={[
            ...sentences.vetoes,
            ...sentences.coverage,
            ...sentences.independence,
            ...sentences.disputes,
            ...sentences.review,
            sentences.robustness,
          ]}
        />
      </div>
      <div className="hidden print:mt-4 print:block print:break-inside-avoid">
        <VerificationCode report={report} />
      </div>
    </>
  )
}

/** Shortens a long ranking, with a reference to the section that contains the full ranking. */
const shortenRanking = (order: readonly string[]): readonly string[] =>
  order.length <= MAX_RANKED_CANDIDATES
    ? order
    : [...order.slice(0, MAX_RANKED_CANDIDATES), `其余${order.length - MAX_RANKED_CANDIDATES}个见“分组得分”。`]

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <section className="min-w-0 break-inside-avoid print:pb-3">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 space-y-1 break-words print:space-y-0.5">
        {withKeys(sentences, String).map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
