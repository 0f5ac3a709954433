/** The runs of a project as sheets: figures, failures and quoted replies. */
import type { ReportRun, ReportRuns } from '#contracts/evaluation-projects/report-runs.ts'
import type { CandidateFigures, RunFailure, RunTrial } from '#contracts/evaluation-runs/run.ts'
import { TRIAL_DECIDER_LABELS, TRIAL_OUTCOME_LABELS } from '#contracts/evaluation-runs/statuses.ts'
import { describeRuns, getFailureLabel, getRunHeading, QUOTE_RULE } from '#contracts/rules/evaluation/run-sentences.ts'
import { type SheetTableColumn, tabulate } from '#server/platform/tables/tabulate.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'
import type { ExportedTrial } from './reports/run-evidence.ts'

/** Returns the sheets of runs; none without a run. */
export const listRunSheets = (runs: ReportRuns | undefined): Sheet[] =>
  runs ? [createProtocol(runs), createFigures(runs), createFailures(runs), createQuotes(runs)] : []

const createLookup = (items: readonly { key: string; name?: string; title?: string }[]) => {
  const names = new Map(items.map(({ key, name, title }) => [key, name ?? title ?? key]))
  return (key: string) => names.get(key) ?? key
}

type RunNames = { heading: string; getTask(key: string): string; getCandidate(key: string): string }

const getRunNames = (run: ReportRun, index: number): RunNames => ({
  heading: getRunHeading(run, index),
  getTask: createLookup(run.tasks),
  getCandidate: createLookup(run.candidates),
})

/** An item with the names of its run: those of its tasks and candidates may differ in another run. */
type OfRun<Item> = { item: Item; names: RunNames }

const listItems = <Item>({ runs }: ReportRuns, listOf: (run: ReportRun) => readonly Item[]): OfRun<Item>[] =>
  runs.flatMap((run, index) => {
    const names = getRunNames(run, index)
    return listOf(run).map((item) => ({ item, names }))
  })

const RUN_COLUMN: SheetTableColumn<{ names: RunNames }> = {
  title: '运行',
  width: 20,
  cell: ({ names }) => names.heading,
}

function createProtocol(runs: ReportRuns): Sheet {
  const sentences = describeRuns(runs)
  const parts = [
    ...sentences.runs.map(({ heading, protocol, results, people, judgeModel }) => ({
      heading,
      texts: [...protocol, ...results, ...people, ...judgeModel],
    })),
    { heading: '已删除的运行', texts: sentences.deleted },
    { heading: '附录', texts: sentences.appendix },
  ]
  const lines = parts.flatMap(({ heading, texts }) => texts.map((text) => ({ heading, text })))
  return {
    name: '实测说明',
    ...tabulate(lines, [
      { title: '运行', width: 20, cell: ({ heading }) => heading },
      { title: '说明', width: 100, cell: ({ text }) => text },
    ]),
  }
}

type FigureColumn = SheetTableColumn<OfRun<CandidateFigures>>

/** Returns a column of one figure of a candidate. */
const figure = (title: string, width: number, get: (figures: CandidateFigures) => number | null): FigureColumn => ({
  title,
  width,
  cell: ({ item }) => get(item),
})
const percent = (...[title, width, get]: Parameters<typeof figure>): FigureColumn => ({
  ...figure(title, width, get),
  format: 'percent',
})

const FIGURE_COLUMNS: readonly FigureColumn[] = [
  RUN_COLUMN,
  { title: '候选', width: 20, cell: ({ item }) => item.name },
  figure('计划', 8, ({ planned }) => planned),
  figure('已判定', 8, ({ decided }) => decided),
  figure('通过', 8, ({ passed }) => passed),
  percent('通过 / 计划', 12, ({ rateOfPlanned }) => rateOfPlanned),
  percent('通过 / 已判定', 12, ({ rateOfDecided }) => rateOfDecided),
  percent('区间下限', 12, ({ interval }) => interval?.[0] ?? null),
  percent('区间上限', 12, ({ interval }) => interval?.[1] ?? null),
  // `passHat` has the probability that a task passes k times in a row for each k from 1, of which the last is shown.
  figure('每题连问次数', 12, ({ passHat }) => passHat.length || null),
  percent('连问都通过', 12, ({ passHat }) => passHat.at(-1) ?? null),
  figure('首字中位数（毫秒）', 14, ({ firstTokenMedian }) => firstTokenMedian),
  figure('用时中位数（秒）', 14, ({ secondsMedian }) => secondsMedian),
  figure('用时P95（秒）', 14, ({ secondsP95 }) => secondsP95),
  figure('费用（元）', 14, ({ cost }) => cost),
  percent('结果一致', 10, ({ reliability }) => reliability?.outcomeConsistency ?? null),
  percent('步骤一致', 10, ({ reliability }) => reliability?.sequenceConsistency ?? null),
  percent('用时一致', 10, ({ reliability }) => reliability?.timeConsistency ?? null),
  percent('费用一致', 10, ({ reliability }) => reliability?.costConsistency ?? null),
  percent('换说法', 10, ({ reliability }) => reliability?.robustness ?? null),
  percent('安全', 10, ({ reliability }) => reliability?.safety ?? null),
]

const createFigures = (runs: ReportRuns): Sheet => ({
  name: '实测数字',
  ...tabulate(
    listItems(runs, ({ candidates }) => candidates),
    FIGURE_COLUMNS,
  ),
})

const FAILURE_COLUMNS: readonly SheetTableColumn<OfRun<RunFailure>>[] = [
  RUN_COLUMN,
  { title: '候选', width: 20, cell: ({ item, names }) => names.getCandidate(item.candidate) },
  { title: '种类', width: 16, cell: ({ item }) => getFailureLabel(item) },
  { title: '原因', width: 60, cell: ({ item }) => item.reason },
  { title: '次数', width: 8, cell: ({ item }) => item.count },
]

/** Returns the failures by kind, then their most frequent reasons. */
const createFailures = (runs: ReportRuns): Sheet => ({
  name: '实测失败',
  ...tabulate(
    listItems(runs, ({ failureKinds, failures }) => [
      ...failureKinds.map(({ candidate, kind, count }) => ({ candidate, kind, count, reason: '（合计）' })),
      ...failures,
    ]),
    FAILURE_COLUMNS,
  ),
})

/** Returns why a trial was decided as it was: the reason that was given, then what its checks found. */
const describeDecision = ({ reason, checks }: Pick<RunTrial, 'reason' | 'checks'>): string =>
  [...(reason === '' ? [] : [reason]), ...checks.map((check) => `${getFailureLabel(check)}：${check.reason}`)].join(
    '\n',
  )

const QUOTE_COLUMNS: readonly SheetTableColumn<OfRun<ReportRun['quotes'][number]>>[] = [
  RUN_COLUMN,
  { title: '候选', width: 16, cell: ({ item, names }) => names.getCandidate(item.candidate) },
  { title: '任务', width: 30, cell: ({ item, names }) => names.getTask(item.task) },
  {
    title: '结果',
    width: 14,
    cell: ({ item: { outcome, decidedBy } }) =>
      [TRIAL_OUTCOME_LABELS[outcome], ...(decidedBy ? [TRIAL_DECIDER_LABELS[decidedBy]] : [])].join('，'),
  },
  { title: '问', width: 40, cell: ({ item }) => item.messages.join('\n') },
  { title: '答', width: 60, cell: ({ item }) => item.reply },
  { title: '检查', width: 40, cell: ({ item }) => describeDecision(item) },
  { title: 'SHA-256', width: 34, cell: ({ item }) => item.sha256 },
]

/** Returns the quoted trials, with the rule by which they were chosen as the last row. */
function createQuotes(runs: ReportRuns): Sheet {
  const { columns, rows } = tabulate(
    listItems(runs, ({ quotes }) => quotes),
    QUOTE_COLUMNS,
  )
  return { name: '实测样例', columns, rows: [...rows, [QUOTE_RULE]] }
}

const TRIAL_COLUMNS: readonly SheetTableColumn<OfRun<ExportedTrial>>[] = [
  RUN_COLUMN,
  { title: '任务', width: 30, cell: ({ item, names }) => names.getTask(item.task) },
  { title: '候选', width: 16, cell: ({ item, names }) => names.getCandidate(item.candidate) },
  { title: '第几次', width: 10, cell: ({ item }) => item.repeat },
  { title: '问法', width: 10, cell: ({ item }) => item.variant },
  { title: '得分', width: 10, cell: ({ item }) => item.score },
  { title: '首字（毫秒）', width: 10, cell: ({ item }) => item.firstTokenMs },
  { title: '总时间（毫秒）', width: 10, cell: ({ item }) => item.totalMs },
  { title: '费用（元）', width: 10, cell: ({ item }) => item.cost },
  { title: '结果', width: 12, cell: ({ item }) => TRIAL_OUTCOME_LABELS[item.outcome] },
  {
    title: '判定者',
    width: 16,
    cell: ({ item: { decidedBy } }) => (decidedBy === null ? null : TRIAL_DECIDER_LABELS[decidedBy]),
  },
  { title: '问', width: 40, cell: ({ item }) => item.messages.join('\n') },
  { title: '答', width: 60, cell: ({ item }) => item.reply },
  { title: '原因', width: 40, cell: ({ item }) => describeDecision(item) },
  { title: 'SHA-256', width: 34, cell: ({ item }) => item.sha256 },
]

/** Returns trials of runs, newest runs first; of more than a workbook holds, the first ones with a note. */
export function createTrialSheet(
  { runs }: ReportRuns,
  { trials, isCut }: { trials: readonly ExportedTrial[]; isCut: boolean },
): Sheet {
  const namesOfRun = new Map(runs.map((run, index) => [run.id, getRunNames(run, index)]))
  /** An active run isn't among those of a report. What it asks is named as in the others. */
  const namesOfActiveRun: RunNames = {
    heading: '进行中',
    getTask: createLookup(runs.flatMap(({ tasks }) => tasks)),
    getCandidate: createLookup(runs.flatMap(({ candidates }) => candidates)),
  }
  const { columns, rows } = tabulate(
    trials.map((item) => ({ item, names: namesOfRun.get(item.run) ?? namesOfActiveRun })),
    TRIAL_COLUMNS,
  )
  const note = `只列前${trials.length}次试次；全部试次请导出JSON，或在各次运行中导出。`
  return { name: '实测试次', columns, rows: isCut ? [...rows, [note]] : rows }
}
