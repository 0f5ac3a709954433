/** A project's record and figures as sheets of a workbook: values alone, no formulas. */

import type { ProjectAnalysis } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { describeEvaluation } from '#contracts/rules/evaluation/report-sentences.ts'
import { placeCriteria } from '#contracts/rules/evaluation/scoring.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'

/** What a report has; a project that isn't finished has no figures yet. */
export type ProjectRecord = Pick<ReportData, 'setup' | 'judges' | 'scores' | 'tasks' | 'trials' | 'steps'> &
  ProjectAnalysis

/** Returns the sheets: summary, weights, scores with evidence, tests and steps. */
export const listSheets = (record: ProjectRecord): Sheet[] => [
  createSummary(record),
  createMatrix(record),
  createScores(record),
  createTrials(record),
  createSteps(record),
]

const columns = (...titles: readonly (readonly [title: string, width: number])[]) =>
  titles.map(([title, width]) => ({ title, width }))

const namesOf = (items: readonly { key: string; name?: string; title?: string }[]) => {
  const names = new Map(items.map(({ key, name, title }) => [key, name ?? title ?? key]))
  return (key: string | null) => names.get(key ?? '') ?? key
}

const listCriteria = ({ setup }: ProjectRecord) => setup.groups.flatMap((group) => group.criteria)

function createSummary(record: ProjectRecord): Sheet {
  const { setup, analysis } = record
  const nameOf = namesOf(setup.candidates)
  const { verdict, reasons, changes, agreement, disputes, robustness, vetoes, coverage, trials } =
    describeEvaluation(record)
  const sentences = [
    verdict,
    ...reasons,
    ...changes,
    agreement,
    ...disputes,
    robustness,
    ...vetoes,
    ...coverage,
    ...trials,
  ]
  return {
    name: '结论',
    columns: columns(['名次', 8], ['候选', 24], ['总分', 10], ['结论', 60], ['已评占比', 12]),
    rows: [
      ...(analysis?.candidates ?? []).map(({ rank, key, total, recommendation, coverage: share }): Cell[] => [
        rank,
        nameOf(key),
        total,
        recommendation ?? '证据不足',
        share,
      ]),
      ...sentences.map((sentence): Cell[] => [null, null, null, sentence]),
    ],
  }
}

function createMatrix({ setup, analysis }: ProjectRecord): Sheet {
  const shares = new Map(
    placeCriteria(
      setup.groups.map(({ key, weight, criteria }) => ({
        key,
        weight,
        criteria: criteria.map((criterion) => ({ key: criterion.key, weight: criterion.weight })),
      })),
    ).map(({ key, share }) => [key, share]),
  )
  const results = new Map(analysis?.candidates.map((candidate) => [candidate.key, candidate]))
  return {
    name: '准则与得分',
    columns: [
      ...columns(['分组', 14], ['准则', 28], ['占比', 10], ['一票否决线', 12]),
      ...setup.candidates.map(({ name }) => ({ title: name, width: 14 })),
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

function createScores(record: ProjectRecord): Sheet {
  const { setup, judges, scores } = record
  const nameOf = namesOf(setup.candidates)
  const titleOf = namesOf(listCriteria(record))
  const gradeOf = namesOf(setup.grades)
  const judgeNames = new Map(judges.map(({ id, name }) => [id, name]))
  return {
    name: '评分与证据',
    columns: columns(
      ['候选', 20],
      ['准则', 28],
      ['评委', 14],
      ['轮次', 8],
      ['分数', 8],
      ['证据等级', 16],
      ['说明', 50],
      ['修改原因', 30],
      ['链接', 40],
      ['文件', 40],
      ['文件SHA-256', 68],
    ),
    rows: scores.map(({ candidate, criterion, judge, round, score, grade, note, reason, links, files }) => [
      nameOf(candidate),
      titleOf(criterion),
      judgeNames.get(judge) ?? null,
      round,
      score,
      gradeOf(grade),
      note,
      reason,
      links.join('\n'),
      files.map((file) => file.name).join('\n'),
      files.map((file) => file.hash).join('\n'),
    ]),
  }
}

function createTrials({ setup, tasks, trials }: ProjectRecord): Sheet {
  const nameOf = namesOf(setup.candidates)
  const taskOf = namesOf(tasks)
  return {
    name: '测试',
    columns: columns(
      ['任务', 40],
      ['候选', 20],
      ['是否通过', 10],
      ['秒', 10],
      ['费用', 10],
      ['备注', 40],
      ['时间', 20],
    ),
    rows: trials.map(({ task, candidate, isPassed, seconds, cost, note, createdAt }) => [
      taskOf(task),
      nameOf(candidate),
      isPassed,
      seconds,
      cost,
      note,
      formatMinuteInShanghai(new Date(createdAt)),
    ]),
  }
}

const createSteps = ({ steps }: ProjectRecord): Sheet => ({
  name: '阶段变更',
  columns: columns(['时间', 20], ['由', 10], ['到', 10], ['操作人', 16], ['原因', 60]),
  rows: steps.map(({ at, from, to, by, reason }) => [
    formatMinuteInShanghai(new Date(at)),
    PROJECT_STATUS_LABELS[from],
    PROJECT_STATUS_LABELS[to],
    by,
    reason,
  ]),
})
