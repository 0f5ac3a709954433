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
import { type SheetTableColumn, tabulate } from '#server/platform/tables/tabulate.ts'
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

type TrialCount = NonNullable<ReportData['trialCounts']>[number]

/** A candidate's count by a criterion, or `null` for the row that says how the criterion is counted. */
type CountRow = { criterion: RunCriterion; counted: { name: string; count: TrialCount | undefined } | null }

const getCount = (count: (counted: TrialCount) => number) => (row: CountRow) =>
  row.counted && (row.counted.count ? count(row.counted.count) : 0)

/** Returns a text on what was counted; blank without trials. */
const describeCount = (describe: (count: TrialCount, criterion: RunCriterion) => string) => (row: CountRow) =>
  row.counted?.count ? describe(row.counted.count, row.criterion) : ''

const COUNT_COLUMNS: readonly SheetTableColumn<CountRow>[] = [
  { title: '准则', width: 18, cell: ({ criterion }) => criterion.title },
  { title: '候选', width: 22, cell: ({ counted }) => counted?.name ?? '计分办法' },
  { title: '题数', width: 8, cell: getCount(({ questions }) => questions) },
  { title: '试次', width: 8, cell: getCount(({ trials }) => trials) },
  { title: '通过', width: 8, cell: getCount(({ passed }) => passed) },
  {
    title: '比率与95%区间',
    width: 34,
    cell: (row) => (row.counted ? describeRate(row) : describeCountedRule(row.criterion)),
  },
  { title: '分数线', width: 18, cell: ({ criterion, counted }) => (counted ? formatMarkOf(criterion) : '') },
  {
    title: '结果',
    width: 30,
    cell: (row) => (row.counted && !row.counted.count ? '没有试次' : describeResult(row)),
  },
  { title: '取自', width: 30, cell: describeCount(describeTrialSource) },
]

const describeRate = describeCount(
  (count, criterion) => `${RATE_LABELS[criterion.counted.shown]}${formatMarkedRate(rateTrials(criterion, count))}`,
)
const describeResult = describeCount((count, criterion) =>
  describeMarkedRate(rateTrials(criterion, count), criterion, count),
)

const createTrialCounts = ({ setup, trialCounts = [] }: CountedProject): Sheet => ({
  name: '实测计分',
  ...tabulate(
    listRunCriteria(setup).flatMap((criterion): CountRow[] => [
      ...setup.candidates.map(({ key, name }) => {
        const count = trialCounts.find((item) => item.candidate === key && item.criterion === criterion.key)
        return { criterion, counted: { name, count } }
      }),
      { criterion, counted: null },
    ]),
    COUNT_COLUMNS,
  ),
})

const formatMarkOf = ({ minimum, counted }: RunCriterion): string =>
  counted.shown === 'passed' ? `不低于${minimum ?? 0}%` : `不高于${100 - (minimum ?? 0)}%`

const createMeasurements = ({ setup, measurements = [] }: CountedProject): Sheet => ({
  name: '试点数据',
  ...tabulate(
    listMeasuredCriteria(setup).flatMap((criterion) =>
      setup.candidates.map(({ key, name }) => {
        const measured = measurements.find((item) => item.candidate === key && item.criterion === criterion.key)
        return { criterion, name, measured, after: measured?.after ?? null }
      }),
    ),
    [
      { title: '准则', width: 18, cell: ({ criterion }) => criterion.title },
      { title: '候选', width: 22, cell: ({ name }) => name },
      { title: '单位', width: 8, cell: ({ criterion }) => criterion.counted.unit },
      { title: '试点前', width: 12, cell: ({ measured }) => measured?.before ?? null },
      { title: '试点后', width: 12, cell: ({ after }) => after },
      { title: '约定的标准', width: 18, cell: ({ criterion }) => describeMark(criterion) },
      { title: '结果', width: 10, cell: ({ criterion, after }) => describeMeasurement(criterion, after) },
      { title: '怎样测得', width: 40, cell: ({ measured }) => measured?.evidence ?? '' },
    ],
  ),
})
