/** Exports a project's data and its analysis as sheets of a workbook: values only, no formulas. */

import type { ProjectAnalysis } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { Signing } from '#contracts/evaluation-projects/signing.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { couldSeeOthersFirst } from '#contracts/rules/evaluation/describe-independence.ts'
import { countDecimals, countPercentDecimals, countTotalDecimals } from '#contracts/rules/evaluation/format-figures.ts'
import { listRevisions } from '#contracts/rules/evaluation/list-revisions.ts'
import { describeEvaluation } from '#contracts/rules/evaluation/report-sentences.ts'
import { COVERAGE_MIN, listCriterionShares } from '#contracts/rules/evaluation/scoring.ts'
import { sortScores } from '#contracts/rules/evaluation/sort-scores.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'
import { listCommitteeSheets } from './committee-sheets.ts'
import { listCountedSheets } from './counted-sheets.ts'
import { listPriceSheets } from './price-sheets.ts'
import { RECORD_COLUMNS } from './record/service.ts'
import { listRunSheets } from './run-sheets.ts'

/** The data of a project and its analysis. */
type ProjectExport = Pick<
  ReportData,
  | 'setup'
  | 'judges'
  | 'scores'
  | 'offers'
  | 'measurements'
  | 'trialCounts'
  | 'tasks'
  | 'trials'
  | 'steps'
  | 'runs'
  | 'interest'
  | 'record'
> & { signing?: Signing | undefined } & Omit<ProjectAnalysis, 'firstRound' | 'trialCounts'> & {
    firstRound?: ProjectAnalysis['firstRound'] | undefined
  }

/**
 * Returns the sheets: standings, their reasons, weights, prices, scores with evidence, revisions, trials, runs, steps, judges and the project's record. `origin` says who
 * vouches for a report.
 */
export const listSheets = (record: ProjectExport, origin?: string): Sheet[] => [
  createStandings(record),
  createReasons(record, origin),
  createMatrix(record),
  ...listPriceSheets(record),
  ...listCountedSheets(record),
  createScores(record),
  createRevisions(record),
  createTrials(record),
  ...listRunSheets(record.runs),
  createSteps(record),
  createJudges(record),
  ...listCommitteeSheets(record),
  ...(record.record ? [createRecordSheet(record.record)] : []),
]

/** Returns a sheet of the project's own record. */
const createRecordSheet = (acts: NonNullable<ReportData['record']>): Sheet => ({
  name: '项目记录',
  columns: RECORD_COLUMNS.map(({ title, width = 16 }) => ({ title, width })),
  rows: acts.map((act) => RECORD_COLUMNS.map(({ cell }) => cell(act))),
})

const createColumns = (...titles: readonly (readonly [title: string, width: number])[]) =>
  titles.map(([title, width]) => ({ title, width }))

const createNameLookup = (items: readonly { key: string; name?: string; title?: string }[]) => {
  const names = new Map(items.map(({ key, name, title }) => [key, name ?? title ?? key]))
  return (key: string | null) => names.get(key ?? '') ?? key
}

const listCriteria = ({ setup }: ProjectExport) => setup.groups.flatMap((group) => group.criteria)

function createStandings({ setup, analysis }: ProjectExport): Sheet {
  const getName = createNameLookup(setup.candidates)
  return {
    name: '结论',
    columns: [
      ...createColumns(['名次', 8], ['候选', 24]),
      ...setup.groups.map(({ title }) => ({ title, width: 12, format: 'points' as const })),
      { title: '总分', width: 10, format: 'points', countDecimals: countTotalDecimals },
      {
        title: '已评占比',
        width: 12,
        format: 'percent',
        countDecimals: (coverage) => countPercentDecimals(coverage, [COVERAGE_MIN]),
      },
      { title: '结论', width: 14 },
    ],
    rows: (analysis?.candidates ?? []).map(({ rank, key, groups, total, recommendation, coverage }): Cell[] => [
      rank,
      getName(key),
      ...setup.groups.map((group) => groups[group.key] ?? null),
      total,
      coverage,
      recommendation ?? '证据不足',
    ]),
  }
}

function createReasons(record: ProjectExport, origin: string | undefined): Sheet {
  const {
    verdict,
    excluded,
    reasons,
    changes,
    agreement,
    independence,
    disputes,
    review,
    robustness,
    vetoes,
    coverage,
    trials,
  } = describeEvaluation(record)
  const parts: [title: string, sentences: readonly string[]][] = [
    ['来源', origin === undefined ? [] : [origin]],
    ['结论', [verdict]],
    ['不参加排名', excluded],
    ['依据', reasons],
    ['什么会改变结论', changes],
    ['一票否决', vetoes],
    ['评分是否充分', coverage],
    ['评委是否一致', [agreement, ...independence, ...disputes]],
    ['复议改变了什么', review],
    ['结果是否稳健', [robustness]],
    ['测试', trials],
  ]
  return {
    name: '依据',
    columns: createColumns(['方面', 20], ['说明', 100]),
    rows: parts.flatMap(([title, sentences]) => sentences.map((sentence) => [title, sentence])),
  }
}

/** Returns the mean of each criterion by candidate, with the criterion's share of the total. */
export function createMatrix({ setup, analysis }: ProjectExport): Sheet {
  const shares = new Map(listCriterionShares(setup.groups).map(({ key, share }) => [key, share]))
  const results = new Map(analysis?.candidates.map((candidate) => [candidate.key, candidate]))
  return {
    name: '准则与得分',
    columns: [
      ...createColumns(['分组', 14], ['准则', 28]),
      { title: '占比', width: 10, format: 'percent' },
      { title: '一票否决线', width: 12 },
      ...setup.candidates.map(({ name }) => ({
        title: name,
        width: 14,
        format: 'points' as const,
        countDecimals: countScoreDecimals,
      })),
    ],
    rows: setup.groups.flatMap(({ title, criteria }) =>
      criteria.map((criterion): Cell[] => [
        title,
        criterion.title,
        shares.get(criterion.key) ?? null,
        criterion.isRequired ? criterion.minimum : null,
        ...setup.candidates.map(({ key }) => results.get(key)?.criteria[criterion.key]?.mean ?? null),
      ]),
    ),
  }
}

function createScores(record: ProjectExport): Sheet {
  const { setup, judges } = record
  const getName = createNameLookup(setup.candidates)
  const getTitle = createNameLookup(listCriteria(record))
  const getGrade = createNameLookup(setup.grades)
  const judgeNames = new Map(judges.map(({ id, name }) => [id, name]))
  return {
    name: '评分与证据',
    columns: createColumns(
      ['候选', 18],
      ['准则', 20],
      ['评委', 12],
      ['轮次', 6],
      ['分数', 6],
      ['证据等级', 14],
      ['说明', 44],
      ['修改原因', 28],
      ['链接', 30],
      ['文件', 28],
      ['文件SHA-256', 34],
    ),
    rows: sortScores(record).map(({ candidate, criterion, judge, round, score, grade, note, reason, links, files }) => [
      getName(candidate),
      getTitle(criterion),
      judgeNames.get(judge) ?? null,
      round,
      score,
      getGrade(grade),
      note,
      reason,
      links.join('\n'),
      files.map((file) => file.name).join('\n'),
      files.map((file) => file.hash).join('\n'),
    ]),
  }
}

/** Returns the scores that were revised: the first one, then every revision with its reason. */
export function createRevisions(record: ProjectExport): Sheet {
  const getName = createNameLookup(record.setup.candidates)
  const getTitle = createNameLookup(listCriteria(record))
  const getGrade = createNameLookup(record.setup.grades)
  const judgeNames = new Map(record.judges.map(({ id, name }) => [id, name]))
  return {
    name: '复议修改',
    columns: createColumns(
      ['候选', 20],
      ['准则', 28],
      ['评委', 14],
      ['次序', 12],
      ['分数', 8],
      ['证据等级', 16],
      ['修改原因', 50],
      ['时间', 20],
    ),
    rows: listRevisions(sortScores(record)).flatMap(({ judge, candidate, criterion, first, revisions }) => {
      const cell = [getName(candidate), getTitle(criterion), judgeNames.get(judge) ?? null]
      const firstRow = [
        ...cell,
        '第一轮',
        first?.score ?? null,
        getGrade(first?.grade ?? null),
        '',
        formatTime(first?.updatedAt),
      ]
      return [
        firstRow,
        ...revisions.map(({ score, grade, reason, at }, index) => [
          ...cell,
          `第${index + 1}次修改`,
          score,
          getGrade(grade),
          reason,
          formatTime(at),
        ]),
      ]
    }),
  }
}

/** The position of the minimum of a required criterion in the matrix. */
const MINIMUM_COLUMN = 3
const countScoreDecimals = (score: number, row: readonly Cell[]): number => {
  const minimum = row[MINIMUM_COLUMN]
  return countDecimals(score, typeof minimum === 'number' ? [minimum] : [])
}

/** Returns the trials, with names instead of keys. */
export function createTrials({ setup, tasks, trials }: ProjectExport): Sheet {
  const getName = createNameLookup(setup.candidates)
  const getTask = createNameLookup(tasks)
  return {
    name: '测试',
    columns: createColumns(
      ['任务', 40],
      ['候选', 20],
      ['是否通过', 10],
      ['秒', 10],
      ['费用', 10],
      ['备注', 40],
      ['执行人', 14],
      ['时间', 20],
    ),
    rows: trials.map(({ task, candidate, isPassed, seconds, cost, note, runner = '', createdAt }) => [
      getTask(task),
      getName(candidate),
      isPassed,
      seconds,
      cost,
      note,
      runner,
      formatMinuteInShanghai(new Date(createdAt)),
    ]),
  }
}

/** Returns the judges, with when they submitted their scores and could first see those of others. */
export const createJudges = ({ judges }: ProjectExport): Sheet => ({
  name: '评委',
  columns: createColumns(['评委', 20], ['提交评分', 20], ['可见他人评分', 20], ['提交前可见他人评分', 20]),
  rows: judges.map((judge) => [
    judge.name,
    formatTime(judge.submittedAt),
    formatTime(judge.othersVisibleAt),
    couldSeeOthersFirst(judge),
  ]),
})

/** Earlier reports have no times. */
const formatTime = (time: string | null | undefined): string | null =>
  time ? formatMinuteInShanghai(new Date(time)) : null

/** Returns the project's status changes, with the reasons for moving back. */
export const createSteps = ({ steps }: ProjectExport): Sheet => ({
  name: '阶段变更',
  columns: createColumns(['时间', 20], ['由', 10], ['到', 10], ['操作人', 16], ['原因', 60]),
  rows: steps.map(({ at, from, to, by, reason }) => [
    formatMinuteInShanghai(new Date(at)),
    PROJECT_STATUS_LABELS[from],
    PROJECT_STATUS_LABELS[to],
    by,
    reason,
  ]),
})
