/** What run and measured criteria were counted from, as sheets. */
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import {
  listMeasuredCriteria,
  listRunCriteria,
  type RunCriterion,
  rateTrials,
} from '#contracts/rules/evaluation/counted-criteria.ts'
import {
  describeCountedRule,
  describeMark,
  describeMarkedRate,
  describeMeasurement,
  describeTrialSource,
  formatMarkedRate,
  RATE_LABELS,
} from '#contracts/rules/evaluation/describe-counted.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'

type CountedProject = Pick<ReportData, 'setup' | 'measurements' | 'trialCounts'>

/** Returns a sheet for criteria that are counted from trials, and one for those of a pilot; only those that there are. */
export function listCountedSheets(project: CountedProject): Sheet[] {
  const { setup } = project
  return [
    ...(listRunCriteria(setup).length === 0 ? [] : [createTrialCounts(project)]),
    ...(listMeasuredCriteria(setup).length === 0 ? [] : [createMeasurements(project)]),
  ]
}

const createColumns = (...titles: readonly (readonly [title: string, width: number])[]) =>
  titles.map(([title, width]) => ({ title, width }))

const createTrialCounts = ({ setup, trialCounts = [] }: CountedProject): Sheet => ({
  name: '实测计分',
  columns: createColumns(
    ['准则', 18],
    ['候选', 22],
    ['题数', 8],
    ['试次', 8],
    ['通过', 8],
    ['比率与95%区间', 34],
    ['分数线', 18],
    ['结果', 30],
    ['取自', 30],
  ),
  rows: listRunCriteria(setup).flatMap((criterion): Cell[][] => [
    ...setup.candidates.map(({ key, name }): Cell[] => {
      const count = trialCounts.find((item) => item.candidate === key && item.criterion === criterion.key)
      if (!count) return [criterion.title, name, 0, 0, 0, '', formatMarkOf(criterion), '没有试次', '']
      const rate = rateTrials(criterion, count)
      return [
        criterion.title,
        name,
        count.questions,
        count.trials,
        count.passed,
        `${RATE_LABELS[criterion.counted.shown]}${formatMarkedRate(rate)}`,
        formatMarkOf(criterion),
        describeMarkedRate(rate, criterion, count),
        describeTrialSource(count),
      ]
    }),
    [criterion.title, '计分办法', null, null, null, describeCountedRule(criterion), '', '', ''],
  ]),
})

const formatMarkOf = ({ minimum, counted }: RunCriterion): string =>
  counted.shown === 'passed' ? `不低于${minimum ?? 0}%` : `不高于${100 - (minimum ?? 0)}%`

const createMeasurements = ({ setup, measurements = [] }: CountedProject): Sheet => ({
  name: '试点数据',
  columns: createColumns(
    ['准则', 18],
    ['候选', 22],
    ['单位', 8],
    ['试点前', 12],
    ['试点后', 12],
    ['约定的标准', 18],
    ['结果', 10],
    ['怎样测得', 40],
  ),
  rows: listMeasuredCriteria(setup).flatMap((criterion) =>
    setup.candidates.map(({ key, name }): Cell[] => {
      const measured = measurements.find((item) => item.candidate === key && item.criterion === criterion.key)
      const after = measured?.after ?? null
      return [
        criterion.title,
        name,
        criterion.counted.unit,
        measured?.before ?? null,
        after,
        describeMark(criterion),
        describeMeasurement(criterion, after),
        measured?.evidence ?? '',
      ]
    }),
  ),
})
