/** Exports a project's data and its analysis as sheets of a workbook. */

import type { ProjectAnalysis } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { Signing } from '#contracts/evaluation-projects/signing.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { couldSeeOthersFirst } from '#contracts/rules/evaluation/describe-independence.ts'
import { listRevisions } from '#contracts/rules/evaluation/list-revisions.ts'
import { describeEvaluation } from '#contracts/rules/evaluation/report-sentences.ts'
import { sortScores } from '#contracts/rules/evaluation/sort-scores.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'
import { listCommitteeSheets } from './committee-sheets.ts'
import { listCountedSheets } from './counted-sheets.ts'
import { listPriceSheets } from './price-sheets.ts'
import { RECORD_COLUMNS } from './record/service.ts'
import { listRunSheets } from './run-sheets.ts'
import { listScoreSheets } from './score-sheets.ts'

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
 * Returns the sheets: totals, their reasons, scores by judge, weights, prices, scores with evidence, revisions, trials, runs,
 * steps, judges and the project's record. Revisions and trials are left out if there are none. `name` is the project's,
 * `origin` says who vouches for a report.
 */
export function listSheets(record: ProjectExport, { name, origin }: { name: string; origin?: string }): Sheet[] {
  const { summary, details, matrix, evidence } = listScoreSheets(record, name)
  return [
    summary,
    createReasons(record, origin),
    details,
    matrix,
    ...listPriceSheets(record),
    ...listCountedSheets(record),
    evidence,
    ...[createRevisions(record), createTrials(record)].filter(({ rows }) => rows.length > 0),
    ...listRunSheets(record.runs),
    createSteps(record),
    createJudges(record),
    ...listCommitteeSheets(record),
    ...(record.record ? [createRecordSheet(record.record)] : []),
  ]
}

/** Returns a sheet of the project's own record. */
export const createRecordSheet = (acts: NonNullable<ReportData['record']>): Sheet => ({
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

function createReasons(record: ProjectExport, origin: string | undefined): Sheet {
  const {
    verdict,
    excluded,
    lowOffers,
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
    ['居首的报价', lowOffers],
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
      ['计入', 16],
    ),
    rows: trials.map(({ task, candidate, isPassed, seconds, cost, note, runner = '', isSetAside, createdAt }) => [
      getTask(task),
      getName(candidate),
      isPassed,
      seconds,
      cost,
      note,
      runner,
      formatMinuteInShanghai(new Date(createdAt)),
      isSetAside ? '因利益冲突不计入' : '计入',
    ]),
  }
}

/** Returns the judges, with when they submitted their scores and could first see those of others. */
const createJudges = ({ judges }: ProjectExport): Sheet => ({
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
