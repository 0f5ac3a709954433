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
import { tabulate } from '#server/platform/tables/tabulate.ts'
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
  ...tabulate(
    acts,
    RECORD_COLUMNS.map(({ title, width = 16, cell }) => ({ title, width, cell })),
  ),
})

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
    ...tabulate(
      parts.flatMap(([title, sentences]) => sentences.map((sentence) => ({ title, sentence }))),
      [
        { title: '方面', width: 20, cell: ({ title }) => title },
        { title: '说明', width: 100, cell: ({ sentence }) => sentence },
      ],
    ),
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
    ...tabulate(
      listRevisions(sortScores(record)).flatMap(({ judge, candidate, criterion, first, revisions }) => {
        const scored = { judge, candidate, criterion }
        const { score = null, grade = null, updatedAt: at } = first ?? {}
        return [
          { scored, order: '第一轮', score, grade, reason: '', at },
          ...revisions.map((revision, index) => ({
            scored,
            order: `第${index + 1}次修改`,
            score: revision.score,
            grade: revision.grade,
            reason: revision.reason,
            at: revision.at,
          })),
        ]
      }),
      [
        { title: '候选', width: 20, cell: ({ scored }) => getName(scored.candidate) },
        { title: '准则', width: 28, cell: ({ scored }) => getTitle(scored.criterion) },
        { title: '评委', width: 14, cell: ({ scored }) => judgeNames.get(scored.judge) ?? null },
        { title: '次序', width: 12, cell: ({ order }) => order },
        { title: '分数', width: 8, cell: ({ score }) => score },
        { title: '证据等级', width: 16, cell: ({ grade }) => getGrade(grade) },
        { title: '修改原因', width: 50, cell: ({ reason }) => reason },
        { title: '时间', width: 20, cell: ({ at }) => formatTime(at) },
      ],
    ),
  }
}

/** Returns the trials, with names instead of keys. */
export function createTrials({ setup, tasks, trials }: ProjectExport): Sheet {
  const getName = createNameLookup(setup.candidates)
  const getTask = createNameLookup(tasks)
  return {
    name: '测试',
    ...tabulate(trials, [
      { title: '任务', width: 40, cell: ({ task }) => getTask(task) },
      { title: '候选', width: 20, cell: ({ candidate }) => getName(candidate) },
      { title: '是否通过', width: 10, cell: ({ isPassed }) => isPassed },
      { title: '秒', width: 10, cell: ({ seconds }) => seconds },
      { title: '费用', width: 10, cell: ({ cost }) => cost },
      { title: '备注', width: 40, cell: ({ note }) => note },
      { title: '执行人', width: 14, cell: ({ runner = '' }) => runner },
      { title: '时间', width: 20, cell: ({ createdAt }) => formatMinuteInShanghai(new Date(createdAt)) },
      { title: '计入', width: 16, cell: ({ isSetAside }) => (isSetAside ? '因利益冲突不计入' : '计入') },
    ]),
  }
}

/** Returns the judges, with when they submitted their scores and could first see those of others. */
const createJudges = ({ judges }: ProjectExport): Sheet => ({
  name: '评委',
  ...tabulate(judges, [
    { title: '评委', width: 20, cell: ({ name }) => name },
    { title: '提交评分', width: 20, cell: ({ submittedAt }) => formatTime(submittedAt) },
    { title: '可见他人评分', width: 20, cell: ({ othersVisibleAt }) => formatTime(othersVisibleAt) },
    { title: '提交前可见他人评分', width: 20, cell: couldSeeOthersFirst },
  ]),
})

/** Earlier reports have no times. */
const formatTime = (time: string | null | undefined): string | null =>
  time ? formatMinuteInShanghai(new Date(time)) : null

/** Returns the project's status changes, with the reasons for moving back. */
export const createSteps = ({ steps }: ProjectExport): Sheet => ({
  name: '阶段变更',
  ...tabulate(steps, [
    { title: '时间', width: 20, cell: ({ at }) => formatMinuteInShanghai(new Date(at)) },
    { title: '由', width: 10, cell: ({ from }) => PROJECT_STATUS_LABELS[from] },
    { title: '到', width: 10, cell: ({ to }) => PROJECT_STATUS_LABELS[to] },
    { title: '操作人', width: 16, cell: ({ by }) => by },
    { title: '原因', width: 60, cell: ({ reason }) => reason },
  ]),
})
