import { Printer, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { callAddress } from '#contracts/call-address.ts'
import { projectReadingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ReportData, ReportReply } from '#contracts/evaluation-projects/report.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { PAGES } from '#contracts/paths.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { describeEvaluation } from '#contracts/rules/evaluation/report-sentences.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Button, buttonClass } from '../../parts/buttons.tsx'
import { Radar } from '../../parts/radar.tsx'
import { VerdictScale } from '../../parts/verdict-scale.tsx'
import { VerdictSeal } from '../../parts/verdict-seal.tsx'
import { Workbench } from '../evaluation-projects/workbench.tsx'
import { Masthead, Part } from './report-sheet.tsx'

/** A radar needs three axes. */
const AXES_MIN = 3
const FORMATS = ['docx', 'xlsx', 'json'] as const

/** The report of a finished project: a summary first, then everything that it rests on. */
export function ProjectReportSheet({ report }: { report: ReportReply }) {
  const { data, isCurrent } = report
  const sentences = describeEvaluation(data)
  const [leader] = data.analysis.candidates
  return (
    <div className="shell max-w-6xl py-8 md:py-12 print:max-w-none print:p-0">
      <Toolbar id={data.id} />
      {!isCurrent && (
        <p className="mb-6 border-l-3 border-cinnabar bg-cinnabar-ground p-4">
          项目此后又退回修改，这份报告不再是它的最新结论。
        </p>
      )}
      <article className="card p-5 md:p-10 print:border-0 print:p-0">
        <Masthead reportId={data.id} createdAt={data.createdAt} />
        <div className="grid grid-cols-[1fr_auto] items-center gap-6 border-b border-line py-6 print:py-4">
          <div>
            <h1 className="text-2xl md:text-4xl print:text-2xl">
              <bdi>{data.project.name}</bdi>
            </h1>
            {data.project.description && <p className="mt-2 text-muted">{data.project.description}</p>}
            <p className="mt-3 text-lg font-semibold">{sentences.verdict}</p>
          </div>
          {leader?.recommendation && (
            <VerdictSeal verdict={leader.recommendation} className="size-20 md:size-28 print:size-24" />
          )}
        </div>
        <Part title="一、摘要">
          <div className="grid gap-x-10 gap-y-6 md:grid-cols-2 print:grid-cols-2">
            <Sentences title="名次" sentences={sentences.order} />
            <Sentences title="为什么" sentences={sentences.reasons} />
            <Sentences title="什么会改变结论" sentences={sentences.changes} />
            <Sentences
              title="需要留意"
              sentences={[...sentences.vetoes, ...sentences.coverage, ...sentences.disputes, sentences.robustness]}
            />
          </div>
        </Part>
        <Part title="二、分组得分">
          <GroupScores data={data} />
        </Part>
        <section className="mt-8 print:mt-5">
          <h2 className="mb-3 text-lg">三、评分、分歧、稳健性与测试</h2>
          <Workbench
            project={{
              setup: data.setup,
              scores: data.scores,
              judges: data.judges,
              evidence: null,
            }}
            analysis={data.analysis}
            trialAnalysis={data.trialAnalysis}
            hasVerdict={false}
          />
        </section>
        <Part title="四、结论与分数线">
          <VerdictScale thresholds={data.setup.thresholds} score={leader?.score ?? undefined} />
        </Part>
        <Part title="五、证据">
          <EvidenceList data={data} />
        </Part>
        <Part title="六、过程与依据">
          <Process report={report} />
        </Part>
      </article>
    </div>
  )
}

const Toolbar = ({ id }: { id: string }) => (
  <div className="mb-6 flex flex-wrap justify-end gap-3" data-print="none">
    <Link to={PAGES.verifyReport} className={buttonClass('outline')}>
      <ShieldCheck className="size-4" aria-hidden />
      核验
    </Link>
    {FORMATS.map((format) => (
      <a
        key={format}
        href={callAddress(projectReadingCalls.exportReport, { params: { reportId: id }, query: { format } })}
        className={buttonClass('outline')}
        download
      >
        {format.toUpperCase()}
      </a>
    ))}
    <Button onClick={() => window.print()}>
      <Printer className="size-4" aria-hidden />
      打印报告
    </Button>
  </div>
)

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <section className="break-inside-avoid">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 space-y-1">
        {withKeys(sentences, String).map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

function GroupScores({ data: { setup, analysis } }: { data: ReportData }) {
  const [leader] = analysis.candidates
  const name = setup.candidates.find(({ key }) => key === leader?.key)?.name ?? ''
  const axes = setup.groups.flatMap(({ key, title }) => {
    const value = leader?.groups[key]
    return value === null || value === undefined ? [] : [{ label: title, value: Math.round(value) }]
  })
  return (
    <div className="grid items-center gap-8 md:grid-cols-[1fr_1.4fr] print:grid-cols-[1fr_1.4fr]">
      {axes.length >= AXES_MIN && <Radar axes={axes} title={`${name}的分组得分`} className="mx-auto max-w-xs" />}
      <table className="w-full border-y border-ink text-sm tabular-nums">
        <caption className="sr-only">各候选的分组得分与总分</caption>
        <thead>
          <tr className="text-muted">
            {['候选', ...setup.groups.map(({ title }) => title), '总分'].map((title) => (
              <th key={title} scope="col" className="py-2 pr-3 text-right font-normal first:text-left">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {analysis.candidates.map((candidate) => (
            <tr key={candidate.key} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 text-left font-medium">
                {setup.candidates.find(({ key }) => key === candidate.key)?.name}
              </th>
              {setup.groups.map(({ key }) => (
                <td key={key} className="py-2 pr-3 text-right">
                  {formatScore(candidate.groups[key] ?? null)}
                </td>
              ))}
              <td className="py-2 pr-3 text-right font-semibold">{formatScore(candidate.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const formatScore = (score: number | null): string => (score === null ? '未评' : formatNumber(score))

function EvidenceList({ data: { scores, setup, judges } }: { data: ReportData }) {
  const titles = new Map(
    setup.groups.flatMap((group) => group.criteria.map((criterion) => [criterion.key, criterion.title])),
  )
  const names = new Map(setup.candidates.map(({ key, name }) => [key, name]))
  const people = new Map(judges.map(({ id, name }) => [id, name]))
  const items = scores.flatMap(({ candidate, criterion, judge, links, files }) => {
    const place = `${names.get(candidate)}：${titles.get(criterion)}（${people.get(judge) ?? '已移除的评委'}）`
    return [
      ...links.map((link) => ({ place, text: link, hash: '' })),
      ...files.map(({ name, size, hash }) => ({ place, text: `${name}（${formatSize(size)}）`, hash })),
    ]
  })
  if (items.length === 0) return <p className="text-muted">没有附上链接或文件。</p>
  return (
    <ul className="gap-8 border-y border-line py-2 text-sm md:columns-2 print:columns-2">
      {withKeys(items, ({ place, text }) => place + text).map(({ key, item: { place, text, hash } }) => (
        <li key={key} className="break-inside-avoid py-2">
          <p className="text-muted">{place}</p>
          <p className="break-all">{text}</p>
          {hash && <p className="font-mono text-xs break-all text-muted">SHA-256 {hash}</p>}
        </li>
      ))}
    </ul>
  )
}

function Process({ report: { data, hash, keyId } }: { report: ReportReply }) {
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-[8rem_1fr] print:grid-cols-[8rem_1fr]">
        <Fact label="负责人">{data.project.ownerName}</Fact>
        <Fact label="评委">{data.judges.map(({ name }) => name).join('、')}</Fact>
        <Fact label="评估方法">
          <Link to={PAGES.method(data.methodVersion)} className="text-indigo underline">
            M{data.methodVersion}
          </Link>
        </Fact>
        <Fact label="锁定权重与候选">{formatMinute(data.lockedAt)}</Fact>
        <Fact label="锁定时的哈希">
          <span className="font-mono text-xs break-all">{data.lockHash}</span>
        </Fact>
        <Fact label="报告哈希">
          <span className="font-mono text-xs break-all">{hash}</span>
        </Fact>
        <Fact label="签名密钥">
          <span className="font-mono text-xs break-all">{keyId}</span>
        </Fact>
      </dl>
      <ol className="mt-4 divide-y divide-line border-y border-line text-sm">
        {withKeys(data.steps, ({ at, to }) => at + to).map(({ key, item: { from, to, at, by, reason } }) => (
          <li key={key} className="flex flex-wrap gap-x-4 py-2">
            <time className="text-muted tabular-nums" dateTime={at}>
              {formatMinute(at)}
            </time>
            <span>
              {PROJECT_STATUS_LABELS[from]} → {PROJECT_STATUS_LABELS[to]}
            </span>
            <bdi>{by}</bdi>
            {reason && <span>原因：{reason}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd>{children}</dd>
  </>
)
