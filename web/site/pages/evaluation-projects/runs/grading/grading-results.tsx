import type { GradingDispute, GradingResults } from '#contracts/evaluation-grading/grading.ts'
import { VERDICT_LABELS } from '#contracts/evaluation-grading/verdicts.ts'
import { describeReadingAgreement, describeSetAsideReadings } from '#contracts/rules/evaluation/describe-readings.ts'
import { withKeys } from '../../../../../shared/with-keys.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { WinRates } from './win-rates.tsx'

/** What people said: verdicts, agreement, disputes with the reasons of all sides, and who was better side by side. */
export const GradingResultsView = ({ results }: { results: GradingResults }) => (
  <div className="mt-4 space-y-5">
    <dl className="grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
      <Figure label="由人判定" value={`${results.read}条`} detail={`${results.readers.length}人`} />
      <Figure label="其中通过" value={`${results.passed}条`} />
      <Figure label="推翻了检查" value={`${results.overturned}条`} />
      <Figure label="没有判定完" value={`${results.undecided}条`} />
    </dl>
    {results.setAside > 0 && <p className="text-sm">{describeSetAsideReadings(results.setAside)}</p>}
    {results.read > 0 && <p className="text-sm">{describeReadingAgreement(results.agreement)}</p>}
    {results.pairs && <WinRates pairs={results.pairs} agreement={describeReadingAgreement(results.pairs.agreement)} />}
    {results.disputes.length > 0 && <Disputes disputes={results.disputes} count={results.disputed} />}
  </div>
)

const Figure = ({ label, value, detail }: { label: string; value: string; detail?: string }) => (
  <div className="min-w-0">
    <dt className="text-muted">{label}</dt>
    <dd className="text-lg font-semibold tabular-nums">
      {value}
      <span className="text-sm font-normal text-muted">{detail && `（${detail}）`}</span>
    </dd>
  </div>
)

const Disputes = ({ disputes, count }: { disputes: readonly GradingDispute[]; count: number }) => (
  <details open={disputes.length <= 3}>
    <summary className="inline-flex min-h-11 items-center font-medium text-indigo">判定不一致的（{count}）</summary>
    <ul className="mt-2 space-y-3">
      {withKeys(disputes, ({ task, candidate, repeat }) => `${task} ${candidate} ${repeat}`).map(({ key, item }) => (
        <li key={key} className="rounded-lg bg-sunken p-3 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium break-words">{item.task}</span>
            <span className="text-muted">
              {item.candidate}，第{item.repeat}次
            </span>
            <OutcomeMark outcome={item.isPassed === null ? 'unscored' : item.isPassed ? 'passed' : 'failed'} />
          </p>
          <ul className="mt-1 space-y-0.5">
            {withKeys(item.readings, ({ reader }) => reader).map(({ key: reader, item: reading }) => (
              <li key={reader} className="break-words">
                {reading.reader}：{VERDICT_LABELS[reading.verdict]}
                <span className="text-muted">{reading.reason && `——${reading.reason}`}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </details>
)
