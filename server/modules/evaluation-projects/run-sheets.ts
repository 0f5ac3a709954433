/** The runs of a project as sheets: figures, failures and quoted replies. */
import type { ReportRun, ReportRuns } from '#contracts/evaluation-projects/report-runs.ts'
import { TRIAL_DECIDER_LABELS, TRIAL_OUTCOME_LABELS } from '#contracts/evaluation-runs/statuses.ts'
import { describeRuns, getFailureLabel, QUOTE_RULE } from '#contracts/rules/evaluation/run-sentences.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'
import type { ExportedTrial } from './reports/run-evidence.ts'

/** Returns the sheets of runs; none without a run. */
export const listRunSheets = (runs: ReportRuns | undefined): Sheet[] =>
  runs ? [createProtocol(runs), createFigures(runs), createFailures(runs), createQuotes(runs)] : []

const createLookup = (items: readonly { key: string; name?: string; title?: string }[]) => {
  const names = new Map(items.map(({ key, name, title }) => [key, name ?? title ?? key]))
  return (key: string) => names.get(key) ?? key
}

/** Returns the rows of all runs, each after the heading of its run. */
function listRows({ runs }: ReportRuns, listOf: (run: ReportRun) => Cell[][]): Cell[][] {
  const headings = describeRuns({ runs, deleted: [], appendix: null }).runs
  return runs.flatMap((run, index) => listOf(run).map((row) => [headings[index]?.heading ?? '', ...row]))
}

const RUN_COLUMN = { title: '运行', width: 20 }

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
  return {
    name: '实测说明',
    columns: [RUN_COLUMN, { title: '说明', width: 100 }],
    rows: parts.flatMap(({ heading, texts }) => texts.map((text) => [heading, text])),
  }
}

const createFigures = (runs: ReportRuns): Sheet => ({
  name: '实测数字',
  columns: [
    RUN_COLUMN,
    { title: '候选', width: 20 },
    ...['计划', '已判定', '通过'].map((title) => ({ title, width: 8 })),
    ...['通过 / 计划', '通过 / 已判定', '区间下限', '区间上限'].map((title) => ({
      title,
      width: 12,
      format: 'percent' as const,
    })),
    { title: '每题连问次数', width: 12 },
    { title: '连问都通过', width: 12, format: 'percent' },
    ...['首字中位数（毫秒）', '用时中位数（秒）', '用时P95（秒）', '费用（元）'].map((title) => ({ title, width: 14 })),
    ...['结果一致', '步骤一致', '用时一致', '费用一致', '换说法', '安全'].map((title) => ({
      title,
      width: 10,
      format: 'percent' as const,
    })),
  ],
  rows: listRows(runs, ({ candidates }) =>
    candidates.map(({ name, planned, decided, passed, interval, passHat, reliability, ...figures }): Cell[] => [
      name,
      planned,
      decided,
      passed,
      figures.rateOfPlanned,
      figures.rateOfDecided,
      interval?.[0] ?? null,
      interval?.[1] ?? null,
      passHat.length || null,
      passHat.at(-1) ?? null,
      figures.firstTokenMedian,
      figures.secondsMedian,
      figures.secondsP95,
      figures.cost,
      reliability?.outcomeConsistency ?? null,
      reliability?.sequenceConsistency ?? null,
      reliability?.timeConsistency ?? null,
      reliability?.costConsistency ?? null,
      reliability?.robustness ?? null,
      reliability?.safety ?? null,
    ]),
  ),
})

/** Returns the failures by kind, then their most frequent reasons. */
const createFailures = (runs: ReportRuns): Sheet => ({
  name: '实测失败',
  columns: [
    RUN_COLUMN,
    { title: '候选', width: 20 },
    { title: '种类', width: 16 },
    { title: '原因', width: 60 },
    { title: '次数', width: 8 },
  ],
  rows: listRows(runs, ({ candidates, failureKinds, failures }) => {
    const getName = createLookup(candidates)
    return [
      ...failureKinds.map((failure) => [
        getName(failure.candidate),
        getFailureLabel(failure),
        '（合计）',
        failure.count,
      ]),
      ...failures.map((failure) => [
        getName(failure.candidate),
        getFailureLabel(failure),
        failure.reason,
        failure.count,
      ]),
    ]
  }),
})

/** Returns the quoted trials, with the rule by which they were chosen as the last row. */
const createQuotes = (runs: ReportRuns): Sheet => ({
  name: '实测样例',
  columns: [
    RUN_COLUMN,
    { title: '候选', width: 16 },
    { title: '任务', width: 30 },
    { title: '结果', width: 14 },
    { title: '问', width: 40 },
    { title: '答', width: 60 },
    { title: '检查', width: 40 },
    { title: 'SHA-256', width: 34 },
  ],
  rows: [
    ...listRows(runs, ({ candidates, tasks, quotes }) => {
      const getName = createLookup(candidates)
      const getTask = createLookup(tasks)
      return quotes.map(({ candidate, task, outcome, decidedBy, messages, reply, reason, checks, sha256 }): Cell[] => [
        getName(candidate),
        getTask(task),
        [TRIAL_OUTCOME_LABELS[outcome], ...(decidedBy ? [TRIAL_DECIDER_LABELS[decidedBy]] : [])].join('，'),
        messages.join('\n'),
        reply,
        [
          ...(reason === '' ? [] : [reason]),
          ...checks.map((check) => `${getFailureLabel(check)}：${check.reason}`),
        ].join('\n'),
        sha256,
      ])
    }),
    [QUOTE_RULE],
  ],
})

/** Returns trials of runs, newest runs first; of more than a workbook holds, the first ones with a note. */
export function createTrialSheet(
  { runs }: ReportRuns,
  { trials, isCut }: { trials: readonly ExportedTrial[]; isCut: boolean },
): Sheet {
  const described = describeRuns({ runs, deleted: [], appendix: null }).runs
  const headings = new Map(described.map(({ id, heading }) => [id, heading]))
  const getTask = createLookup(runs.flatMap(({ tasks }) => tasks))
  const getName = createLookup(runs.flatMap(({ candidates }) => candidates))
  return {
    name: '实测试次',
    columns: [
      RUN_COLUMN,
      { title: '任务', width: 30 },
      { title: '候选', width: 16 },
      ...['第几次', '问法', '得分', '首字（毫秒）', '总时间（毫秒）', '费用（元）'].map((title) => ({
        title,
        width: 10,
      })),
      { title: '结果', width: 12 },
      { title: '判定者', width: 16 },
      { title: '问', width: 40 },
      { title: '答', width: 60 },
      { title: '原因', width: 40 },
      { title: 'SHA-256', width: 34 },
    ],
    rows: [
      ...trials.map((trial): Cell[] => [
        headings.get(trial.run) ?? '进行中',
        getTask(trial.task),
        getName(trial.candidate),
        trial.repeat,
        trial.variant,
        trial.score,
        trial.firstTokenMs,
        trial.totalMs,
        trial.cost,
        TRIAL_OUTCOME_LABELS[trial.outcome],
        trial.decidedBy === null ? null : TRIAL_DECIDER_LABELS[trial.decidedBy],
        trial.messages.join('\n'),
        trial.reply,
        [trial.reason, ...trial.checks.map((check) => `${getFailureLabel(check)}：${check.reason}`)]
          .filter((text) => text !== '')
          .join('\n'),
        trial.sha256,
      ]),
      ...(isCut ? [[`只列前${trials.length}次试次；全部试次请导出JSON，或在各次运行中导出。`]] : []),
    ],
  }
}
