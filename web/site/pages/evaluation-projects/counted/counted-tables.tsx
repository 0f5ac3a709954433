import type { Measurement, TrialCount } from '#contracts/evaluation-projects/counted.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import {
  isMeasuredCriterion,
  isRunCriterion,
  type MeasuredCriterion,
  type RunCriterion,
  rateTrials,
} from '#contracts/rules/evaluation/counted-criteria.ts'
import {
  describeCountedRule,
  describeMark,
  describeMarkedRate,
  describeMeasurement,
  describeTrialSource,
  formatFigure,
  formatMarkedRate,
  RATE_LABELS,
} from '#contracts/rules/evaluation/describe-counted.ts'
import { CandidateTable, Remark } from '../candidate-table.tsx'

type CountedData = {
  setup: Pick<ProjectSetup, 'candidates'>
  measurements: readonly Measurement[]
  trialCounts: readonly TrialCount[]
}

/** Each counted criterion with what its scores were counted from. */
export const CountedCriteria = ({
  criteria,
  ...data
}: CountedData & { criteria: readonly (RunCriterion | MeasuredCriterion)[] }) => (
  <div className="grid gap-6 print:gap-4">
    {criteria.map((criterion) => (
      <div key={criterion.key} className="min-w-0 break-inside-avoid">
        <h3 className="mb-2 text-lg print:text-base">{criterion.title}</h3>
        {isRunCriterion(criterion) && <TrialCountTable {...data} criterion={criterion} />}
        {isMeasuredCriterion(criterion) && <MeasurementTable {...data} criterion={criterion} />}
      </div>
    ))}
  </div>
)

/** How many trials the candidates passed, beside the mark. */
export const TrialCountTable = ({ setup, trialCounts, criterion }: CountedData & { criterion: RunCriterion }) => (
  <CandidateTable
    setup={setup}
    rule={describeCountedRule(criterion)}
    caption="各候选通过的次数"
    titles={['题数', '通过', RATE_LABELS[criterion.counted.shown], '结果']}
    toCells={(candidate) => {
      const count = trialCounts.find((item) => item.candidate === candidate && item.criterion === criterion.key)
      if (!count) return { cells: ['0', '—', '—', '没有试次'], remark: null }
      const rate = rateTrials(criterion, count)
      const remarks = [rate.isLargeEnough ? '' : describeMarkedRate(rate, criterion, count), describeTrialSource(count)]
      return {
        cells: [
          String(count.questions),
          `${count.passed}/${count.trials}`,
          // Its interval is on a line of its own.
          formatMarkedRate(rate).replace('（', '\n（'),
          rate.isMet ? '达到' : '未达到',
        ],
        remark: <Remark text={remarks.filter(Boolean).join('。')} />,
      }
    }}
  />
)

/** The figures of the candidates' pilots, beside the agreed mark. */
export const MeasurementTable = ({
  setup,
  measurements,
  criterion,
}: CountedData & { criterion: MeasuredCriterion }) => (
  <CandidateTable
    setup={setup}
    rule={describeCountedRule(criterion)}
    caption="各候选试点前后的数据"
    titles={['试点前', '试点后', '标准', '结果']}
    toCells={(candidate) => {
      const measured = measurements.find((item) => item.candidate === candidate && item.criterion === criterion.key)
      const format = (figure: number | null) => (figure === null ? '未测' : formatFigure(figure, criterion.counted))
      const after = measured?.after ?? null
      return {
        cells: [
          format(measured?.before ?? null),
          format(after),
          describeMark(criterion),
          describeMeasurement(criterion, after),
        ],
        remark: <Remark text={measured?.evidence ?? ''} />,
      }
    }}
  />
)
