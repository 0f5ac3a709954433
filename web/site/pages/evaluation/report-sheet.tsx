import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Report } from '#contracts/evaluation/evaluation.ts'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { Radar } from '../../components/radar.tsx'
import { ScoreValue } from '../../components/score-value.tsx'
import { Seal } from '../../components/seal.tsx'
import { VerdictScale } from '../../components/verdict-scale.tsx'
import { VerdictSeal } from '../../components/verdict-seal.tsx'
import { Link } from '../../router.tsx'
import { useBrand } from '../../site-context.tsx'
import { VerifyLink } from '../evaluation-verify/verify-link.tsx'
import { ScoreBreakdown } from './score-breakdown.tsx'
import { TOOL_VIEW_URL } from './view-switch.tsx'

/** Longer names are set in a smaller font. */
const LONG_NAME_LENGTH = 30

const listNotes = ({ weights, thresholds }: Report): string[] => [
  '三项得分均为0至100的整数，由评估人依据证据给出；综合得分为三项的加权平均，四舍五入取整。',
  `权重为技术${weights.tech}、商业${weights.business}、市场${weights.market}；分数线为强烈推荐${thresholds.strong}、推荐${thresholds.recommend}、谨慎推荐${thresholds.cautious}。二者以生成报告时为准，此后的调整不影响本报告。`,
  '产品升级大版本、更换模型或满一年时，宜重新评估。',
]

/** A report as an A4 sheet, identical on screen and in print. */
export function ReportSheet({ report }: { report: Report }) {
  const { productName, techScore, businessScore, marketScore, score, recommendation, thresholds } = report
  const axes = [
    { label: SCORE_GROUP_LABELS.tech, value: techScore },
    { label: SCORE_GROUP_LABELS.business, value: businessScore },
    { label: SCORE_GROUP_LABELS.market, value: marketScore },
  ]
  return (
    <div className="shell max-w-4xl py-8 md:py-12 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap justify-between gap-3" data-print="none">
        <Link to={TOOL_VIEW_URL} className={getButtonClass('outline')}>
          返回评估工具
        </Link>
        <div className="flex flex-wrap gap-3">
          <VerifyLink reportId={report.reportId} />
          <Button onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden />
            打印报告
          </Button>
        </div>
      </div>
      <article className="card p-5 md:p-12 print:border-0 print:p-0">
        <SelfAssessedNotice />
        <ReportHeader reportId={report.reportId} createdAt={report.createdAt} origin="self-assessed" />
        <div className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-4 border-b border-line py-6 print:py-4">
          <h1
            className={`max-md:col-span-2 print:text-2xl ${productName.length > LONG_NAME_LENGTH ? 'text-xl md:text-2xl' : 'text-2xl md:text-4xl'}`}
          >
            <bdi>{productName}</bdi>
          </h1>
          <p className="col-start-1 flex items-baseline gap-4">
            <span className="whitespace-nowrap text-muted">综合得分</span>
            <ScoreValue score={score} thresholds={thresholds} />
          </p>
          <VerdictSeal
            verdict={recommendation}
            isSelfAssessed
            className="col-start-2 size-20 md:row-span-2 md:row-start-1 md:size-32 print:size-28"
          />
        </div>
        <ReportSheetSection title="一、得分构成">
          <div className="grid items-center gap-x-8 gap-y-4 md:grid-cols-[1fr_1.25fr] print:grid-cols-[1fr_1.4fr]">
            <Radar axes={axes} title="三项得分" className="mx-auto max-w-xs" />
            <ScoreBreakdown report={report} />
          </div>
        </ReportSheetSection>
        <ReportSheetSection title="二、结论与分数线">
          <VerdictScale thresholds={thresholds} score={score} />
        </ReportSheetSection>
        <ReportSheetSection title="三、评估方法">
          <ul className="list-disc space-y-1 pl-5 text-sm text-muted">
            {listNotes(report).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </ReportSheetSection>
      </article>
    </div>
  )
}

/** Anyone can enter any product and any scores, so this precedes everything that could be taken for the site's word. */
function SelfAssessedNotice() {
  const { name } = useBrand()
  return (
    <div className="mb-6 border-2 border-dashed border-muted px-4 py-3 print:mb-4 print:py-2">
      <p className="text-lg font-semibold">{EVALUATION_MESSAGES.selfAssessed}</p>
      <p className="mt-1 text-sm text-muted">
        产品名称与三项得分由评估人自行填写，任何人都可生成这样的报告。{name}只计算与留存，不对所填内容作担保。
      </p>
    </div>
  )
}

const HEADER_TITLES = { 'self-assessed': '自填评估报告', project: '评估项目报告', published: '智能体产品评估报告' }

function describeMaker(
  origin: keyof typeof HEADER_TITLES,
  { name, tagline }: { name: string; tagline: string },
): string {
  if (origin === 'published') return joinWithDots([name, tagline])
  return origin === 'project' ? `在${name}的评估项目中完成` : `由${name}的评估工具计算`
}

type ReportHeaderProps = {
  reportId: string
  createdAt: string
  /** Whose word it is: anyone's, a project's, or the site's, whose head alone has the site's seal. */
  origin: keyof typeof HEADER_TITLES
}

/** The head of a report: site, date and number. */
export function ReportHeader({ reportId, createdAt, origin }: ReportHeaderProps) {
  const { name, tagline } = useBrand()
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-b-2 border-ink pb-4">
      <div className="flex items-center gap-3">
        {origin === 'published' && <Seal className="size-11" />}
        <div className="leading-tight">
          <p className="text-xl font-semibold">{HEADER_TITLES[origin]}</p>
          <p className="mt-1 text-sm text-muted">{describeMaker(origin, { name, tagline })}</p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm">
        <dt className="text-muted">评估日期</dt>
        <dd className="tabular-nums">
          <time dateTime={createdAt}>{formatMinute(createdAt)}</time>
        </dd>
        <dt className="text-muted">报告编号</dt>
        <dd className="font-mono text-[0.8125rem] break-all">{reportId}</dd>
      </dl>
    </header>
  )
}

/** A numbered section of the report. */
const ReportSheetSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-8 break-inside-avoid print:mt-5">
    <h2 className="mb-3 text-lg">{title}</h2>
    {children}
  </section>
)
