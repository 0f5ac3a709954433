import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
import { formatNumber, formatPercent, formatTotal } from '#contracts/rules/evaluation/format-figures.ts'
import { DEFAULT_DRAWS, DEFAULT_SPREAD } from '#contracts/rules/evaluation/robustness.ts'
import { isFullyCovered } from '#contracts/rules/evaluation/scoring.ts'
import { formatDay } from '../../../../shared/formats.ts'
import { Radar } from '../../../components/radar.tsx'
import { VerdictSeal } from '../../../components/verdict-seal.tsx'
import { Link } from '../../../router.tsx'
import { EvaluationCriteria } from './evaluation-criteria.tsx'
import { listGroupAxes } from './group-axes.ts'

/** The vendor's statement on the evaluation, with a link for the vendor to submit or update it. */
function VendorStatement({ evaluation }: { evaluation: PublishedEvaluation }) {
  const { statement, product, isExample } = evaluation
  return (
    <>
      {statement ? (
        <figure>
          <blockquote className="max-w-prose border-l-3 border-control pl-4 whitespace-pre-line">
            {statement.text}
          </blockquote>
          <figcaption className="mt-2 text-sm text-muted">
            厂商于<time dateTime={statement.at}>{formatDay(statement.at)}</time>声明，经平台审核；不代表平台意见。
          </figcaption>
        </figure>
      ) : (
        <p className="text-muted">厂商没有就这次评估作声明。</p>
      )}
      {product.catalogue === 'agent' && !isExample && (
        <p className="mt-3 text-sm" data-print="none">
          <Link
            to={PAGES.vendorStatement(product.id)}
            className="inline-flex min-h-11 items-center text-indigo hover:underline"
          >
            我是厂商，<span>{statement ? '更新声明' : '提交声明'}</span>
          </Link>
        </p>
      )}
    </>
  )
}

/** A radar chart needs three axes. */
const MIN_AXES = 3

/** A product's published evaluation: verdict, group scores, criteria with evidence, and the vendor's statement. */
export function EvaluationPanel({ evaluation }: { evaluation: PublishedEvaluation }) {
  const { status, isExample, validUntil, groups } = evaluation
  return (
    <div className="space-y-10 print:space-y-6">
      {status === 'expired' && (
        <Notice>
          <strong>已过期：</strong>有效期到{formatDay(validUntil)}为止。以下为当时的结果，不再列入排序与筛选。
        </Notice>
      )}
      {isExample && (
        <Notice>
          <strong>示例：</strong>评委、评分与产品均为虚构，用来说明一次评估怎样呈现。
        </Notice>
      )}
      <Verdict evaluation={evaluation} />
      <PanelSection title="分组得分">
        <div className="grid items-center gap-8 md:grid-cols-[1fr_1.4fr] print:grid-cols-[1fr_1.4fr]">
          <GroupRadar groups={groups} />
          <GroupTable evaluation={evaluation} />
        </div>
      </PanelSection>
      <PanelSection title="逐条得分与证据">
        <EvaluationCriteria groups={groups} />
      </PanelSection>
      <PanelSection title="厂商声明">
        <VendorStatement evaluation={evaluation} />
      </PanelSection>
    </div>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="border-l-3 border-cinnabar bg-cinnabar-tint p-4">{children}</p>
)

const PanelSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-3 text-lg">{title}</h2>
    {children}
  </section>
)

function Verdict({ evaluation }: { evaluation: PublishedEvaluation }) {
  const { recommendation, status, total, thresholds, coverage, judges, candidates, report } = evaluation
  return (
    <section className="card grid gap-x-8 gap-y-5 p-5 sm:grid-cols-[auto_1fr] md:p-6" aria-label="结论">
      <VerdictSeal
        verdict={recommendation}
        className={`size-24 ${status === 'expired' ? 'opacity-50 grayscale' : ''}`}
      />
      <div>
        <p className="text-lg font-semibold">
          总分{formatTotal(total)}，{recommendation}
        </p>
        <p className="mt-1 text-sm text-muted">
          分数线：强烈推荐{formatNumber(thresholds.strong)}、推荐{formatNumber(thresholds.recommend)}、谨慎推荐
          {formatNumber(thresholds.cautious)}。{judges}位评委，{candidates}个候选，
          <span>{isFullyCovered(coverage) ? '全部准则都有评分。' : `评了${formatPercent(coverage)}的权重。`}</span>
        </p>
        <dl className="mt-4 grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
          <Detail label="评估日期">
            <time dateTime={evaluation.evaluatedAt}>{formatDay(evaluation.evaluatedAt)}</time>
          </Detail>
          <Detail label="有效期至">
            <time dateTime={evaluation.validUntil}>{formatDay(evaluation.validUntil)}</time>
            {status === 'expired' && <strong>（已过期）</strong>}
          </Detail>
          <Detail label="评估方法">
            <Link to={PAGES.method(evaluation.methodVersion)} className="text-indigo underline">
              M{evaluation.methodVersion}
            </Link>
          </Detail>
          <Detail label="签名报告">
            <Link to={PAGES.report(report.id)} className="text-indigo underline">
              查看全文
            </Link>
            <Link
              to={buildPageUrl(PAGES.verifyReport, SITE_PAGES.verifyReport.parameters, { report: report.id })}
              className="ml-3 text-indigo underline"
            >
              <ShieldCheck className="mr-0.5 inline size-4" aria-hidden />
              核验
            </Link>
          </Detail>
          <Detail label="报告哈希" isWide>
            <span className="font-mono text-xs break-all">{report.hash}</span>
          </Detail>
        </dl>
      </div>
    </section>
  )
}

const Detail = ({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) => (
  <div className={`flex gap-3 ${isWide ? 'sm:col-span-2' : ''}`}>
    <dt className="shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

function GroupRadar({ groups }: Pick<PublishedEvaluation, 'groups'>) {
  const axes = listGroupAxes(groups)
  if (axes.length < MIN_AXES) return null
  return <Radar axes={axes} title="分组得分" className="mx-auto max-w-xs" />
}

function GroupTable({ evaluation: { groups, judges, total } }: { evaluation: PublishedEvaluation }) {
  return (
    <div>
      <table className="w-full border-y border-ink text-sm tabular-nums">
        <caption className="sr-only">分组得分与区间</caption>
        <thead>
          <tr className="text-muted">
            {['组', '占比', '得分', '95%区间'].map((title) => (
              <th key={title} scope="col" className="py-2 pr-3 text-right font-normal first:text-left last:pr-0">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, title, share, score, interval }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 text-left font-medium">
                {title}
              </th>
              <td className="py-2 pr-3 text-right">{formatPercent(share)}</td>
              <td className="py-2 pr-3 text-right font-semibold">{score === null ? '未评' : formatNumber(score)}</td>
              <td className="py-2 text-right">
                {interval ? `${formatNumber(interval.low)}–${formatNumber(interval.high)}` : '—'}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-ink">
            <th scope="row" colSpan={2} className="py-2 text-left font-medium">
              总分
            </th>
            <td className="py-2 pr-3 text-right font-semibold">{formatTotal(total)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      <p className="mt-2 text-sm text-muted">{explainInterval(judges)}</p>
    </div>
  )
}

/** Explains what varies in the simulation: with one judge, only the weights. */
function explainInterval(judgeCount: number): string {
  const weights = `区间：各准则权重在±${formatPercent(DEFAULT_SPREAD)}内变动`
  const result = `${DEFAULT_DRAWS.toLocaleString('en-US')}次模拟中95%的结果落在其中`
  if (judgeCount > 1) return `${weights}、分数从各评委中抽取，${result}。`
  return `${weights}，${result}；只有一位评委，看不出评委之间的差别。`
}
