import { Download } from 'lucide-react'
import { useId } from 'react'
import { buildCallUrl } from '#contracts/call-url.ts'
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { QuotedTrial, ReportRun, ReportRuns } from '#contracts/evaluation-projects/report-runs.ts'
import { TRIAL_DECIDER_LABELS } from '#contracts/evaluation-runs/statuses.ts'
import {
  describeRuns,
  getFailureLabel,
  listMessages,
  QUOTE_RULE,
  type RunSentences,
} from '#contracts/rules/evaluation/run-sentences.ts'
import { createFigureTable, createReliabilityTable, type TextTable } from '#contracts/rules/evaluation/run-tables.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { OutcomeMark } from '../evaluation-projects/runs/outcome-mark.tsx'
import { SentenceList } from '../evaluation-projects/workbench/workbench-sections.tsx'

/** The runs of a report: protocol, figures, failures and quoted replies of each, what was deleted, and the appendix. */
export function RunReport({ reportId, runs }: { reportId: string; runs: ReportRuns }) {
  const sentences = describeRuns(runs)
  return (
    <div className="space-y-10 print:space-y-5">
      {runs.runs.map((run, index) => {
        const described = sentences.runs[index]
        return described && <RunPart key={run.id} run={run} sentences={described} />
      })}
      {sentences.deleted.length > 0 && (
        <section>
          <h3 className="mb-2 font-semibold">已删除的运行</h3>
          <SentenceList sentences={sentences.deleted} />
        </section>
      )}
      {sentences.appendix.length > 0 && (
        <section>
          <h3 className="mb-2 font-semibold">附录</h3>
          <ul className="space-y-1 break-all">
            {sentences.appendix.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <a
            href={buildCallUrl(readOnlyProjectCalls.downloadAppendix, { params: { reportId } })}
            className={`${getButtonClass('outline')} mt-3`}
            data-print="none"
            download
          >
            <Download className="size-4" aria-hidden />
            下载附录
          </a>
        </section>
      )}
    </div>
  )
}

function RunPart({ run, sentences }: { run: ReportRun; sentences: RunSentences }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-semibold break-words">
        {sentences.heading}
      </h3>
      <SentenceList sentences={sentences.protocol} />
      <SentenceList sentences={sentences.results} />
      <FigureTable table={createFigureTable(run.candidates)} />
      <FigureTable table={createReliabilityTable(run.candidates)} />
      {sentences.people.length > 0 && (
        <section className="mt-5">
          <h4 className="mb-1 text-sm font-semibold">人工判定</h4>
          <SentenceList sentences={sentences.people} />
        </section>
      )}
      {sentences.judgeModel.length > 0 && (
        <section className="mt-5">
          <h4 className="mb-1 text-sm font-semibold">裁判模型</h4>
          <SentenceList sentences={sentences.judgeModel} />
        </section>
      )}
      <Failures run={run} />
      <Quotes run={run} />
    </section>
  )
}

/** One row a candidate; on narrow screens a list of candidates, each with its figures. */
const FigureTable = ({ table: { title, columns, rows, note } }: { table: TextTable }) => (
  <div className="mt-4">
    <table className="block w-full border-y border-ink text-sm tabular-nums sm:table print:text-xs">
      <caption className="block pb-1 text-left font-medium sm:table-caption">{title}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="text-muted">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-3 text-left align-bottom font-normal print:pr-1.5">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {withKeys(rows, ([name = '']) => name).map(({ key, item: [name, ...cells] }) => (
          <tr key={key} className="block border-t border-line py-2 sm:table-row sm:py-0">
            <th
              scope="row"
              className="block py-1 text-left font-medium break-words sm:table-cell sm:py-2 sm:pr-3 print:pr-1.5"
            >
              {name}
            </th>
            {cells.map((cell, index) => {
              const column = columns[index + 1]
              return (
                <td
                  key={column}
                  className="flex justify-between gap-4 py-0.5 sm:table-cell sm:py-2 sm:pr-3 print:pr-1.5"
                >
                  <span className="text-muted sm:hidden" aria-hidden>
                    {column}
                  </span>
                  <span className="text-right sm:text-left">
                    <UnbrokenParts text={cell} />
                  </span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
    <p className="mt-1 text-xs text-muted">{note}</p>
  </div>
)

/** A figure that breaks, if at all, before parentheses and after 至 or a colon: never before a unit or within parentheses. */
const UnbrokenParts = ({ text }: { text: string }) =>
  withKeys(text.split(/(?=（)|(?<=[至：])/), String).map(({ key, item }) => (
    <span key={key} className="inline-block whitespace-nowrap">
      {item}
    </span>
  ))

const nameCandidates = ({ candidates }: ReportRun) => new Map(candidates.map(({ key, name }) => [key, name]))

/** The counts of failures by kind, and the most frequent reasons. */
function Failures({ run }: { run: ReportRun }) {
  const names = nameCandidates(run)
  if (run.failureKinds.length === 0) return null
  return (
    <section className="mt-5">
      <h4 className="mb-1 text-sm font-semibold">未通过与出错</h4>
      <ul className="text-sm print:text-xs">
        {run.failureKinds.map((failure) => (
          <li key={`${failure.candidate} ${failure.kind}`}>
            {names.get(failure.candidate)}：<span>{getFailureLabel(failure)}</span>，<span>{failure.count}次</span>
          </li>
        ))}
      </ul>
      <details className="prints-open mt-1">
        <summary className="inline-flex min-h-11 items-center text-sm text-indigo hover:underline">原因</summary>
        <ul className="divide-y divide-line border-y border-line text-sm print:text-xs">
          {withKeys(run.failures, ({ candidate, kind, reason }) => `${candidate} ${kind} ${reason}`).map(
            ({ key, item }) => (
              <li
                key={key}
                className="grid gap-x-4 py-2 sm:grid-cols-[4rem_10rem_minmax(0,1fr)] print:grid-cols-[3rem_11rem_minmax(0,1fr)] print:py-1"
              >
                <span className="text-muted tabular-nums">{item.count}次</span>
                <span className="break-words">{names.get(item.candidate)}</span>
                <span className="min-w-0 break-words">
                  <span>{getFailureLabel(item)}</span>：<span>{item.reason}</span>
                </span>
              </li>
            ),
          )}
        </ul>
      </details>
    </section>
  )
}

/** The quoted trials by candidate, passed ones first. */
function Quotes({ run }: { run: ReportRun }) {
  if (run.quotes.length === 0) return null
  const titles = new Map(run.tasks.map(({ key, title }) => [key, title]))
  return (
    <section className="mt-5">
      <h4 className="text-sm font-semibold">回答样例</h4>
      <p className="mt-1 max-w-prose text-xs text-muted print:max-w-none">{QUOTE_RULE}</p>
      {run.candidates.map(({ key, name }) => {
        const quotes = run.quotes.filter(({ candidate }) => candidate === key)
        if (quotes.length === 0) return null
        return (
          <details key={key} className="prints-open">
            <summary className="inline-flex min-h-11 items-center text-sm text-indigo hover:underline">
              <span>{name}</span>
              <span>（{quotes.length}次）</span>
            </summary>
            <ol className="divide-y divide-line border-y border-line text-sm print:text-xs">
              {quotes.map((quote) => (
                <Quote key={quote.id} quote={quote} task={titles.get(quote.task) ?? quote.task} />
              ))}
            </ol>
          </details>
        )
      })}
    </section>
  )
}

function Quote({ quote, task }: { quote: QuotedTrial; task: string }) {
  const { outcome, decidedBy, reply, isCut, reason, checks, sha256 } = quote
  return (
    <li className="space-y-1 break-inside-avoid py-3 print:py-2">
      <p className="flex flex-wrap items-baseline gap-x-3 break-words">
        <OutcomeMark outcome={outcome} />
        <span className="min-w-0 font-medium break-words">{task}</span>
        {decidedBy !== null && <span className="text-muted">{TRIAL_DECIDER_LABELS[decidedBy]}</span>}
      </p>
      {withKeys(listMessages(quote, task), String).map(({ key, item }) => (
        <p key={key} className="break-words whitespace-pre-wrap text-muted">
          {item}
        </p>
      ))}
      <p className="rounded-lg bg-sunken p-3 break-words whitespace-pre-wrap print:border print:border-line print:bg-transparent print:p-2">
        <span>{reply || '（没有文字）'}</span>
        <span>{isCut && '……'}</span>
      </p>
      {reason !== '' && <p className="break-words">{reason}</p>}
      {withKeys(checks, ({ kind }) => kind).map(({ key, item }) => (
        <p key={key} className="break-words">
          <span>{getFailureLabel(item)}</span>：<span>{item.reason}</span>
        </p>
      ))}
      <p className="font-mono text-xs break-all text-muted print:text-[0.65rem]">SHA-256 {sha256}</p>
    </li>
  )
}
