/** The part of a report's Word document on runs. */
import type { ReportRun, ReportRuns } from '#contracts/evaluation-projects/report-runs.ts'
import { TRIAL_OUTCOME_LABELS } from '#contracts/evaluation-runs/statuses.ts'
import {
  describeRuns,
  getFailureLabel,
  listMessages,
  QUOTE_RULE,
  type RunSentences,
} from '#contracts/rules/evaluation/run-sentences.ts'
import { createFigureTable, createReliabilityTable, type TextTable } from '#contracts/rules/evaluation/run-tables.ts'
import {
  createWordBullets,
  createWordHeading,
  createWordParagraph,
  createWordTable,
  type WordPart,
} from '#server/platform/tables/word-parts.ts'

type Parts = WordPart[]

/** Returns the runs with their protocol, figures, failures and quoted replies, then what was deleted, and the appendix. */
export function createRunParts(runs: ReportRuns | undefined): Parts {
  if (!runs) return []
  const sentences = describeRuns(runs)
  return [
    ...runs.runs.flatMap((run, index) => {
      const described = sentences.runs[index]
      return described ? createRun(run, described) : []
    }),
    ...createTexts('已删除的运行', sentences.deleted),
    ...createTexts('附录', sentences.appendix),
  ]
}

const createTexts = (title: string, texts: readonly string[]): Parts =>
  texts.length === 0 ? [] : [createWordHeading(title, 2), ...createWordBullets(texts)]

function createRun(run: ReportRun, { heading, protocol, results, people, judgeModel }: RunSentences): Parts {
  const names = new Map(run.candidates.map(({ key, name }) => [key, name]))
  const tasks = new Map(run.tasks.map(({ key, title }) => [key, title]))
  const failures = [...run.failureKinds.map((failure) => ({ ...failure, reason: '（合计）' })), ...run.failures].map(
    (failure) => [
      names.get(failure.candidate) ?? failure.candidate,
      getFailureLabel(failure),
      failure.reason,
      String(failure.count),
    ],
  )
  const quotes = run.quotes.map((quote) => {
    const { candidate, task, outcome, reply, checks } = quote
    const title = tasks.get(task) ?? task
    return [
      `${names.get(candidate) ?? candidate}\n${TRIAL_OUTCOME_LABELS[outcome]}`,
      [title, ...listMessages(quote, title)].join('\n'),
      reply || '（没有文字）',
      checks.map((check) => `${getFailureLabel(check)}：${check.reason}`).join('\n'),
    ]
  })
  return [
    createWordHeading(heading, 2),
    ...createWordBullets([...protocol, ...results]),
    ...createTextTable(createFigureTable(run.candidates), FIGURE_WIDTHS),
    ...createTextTable(createReliabilityTable(run.candidates)),
    ...(people.length === 0 ? [] : [createPartTitle('人工判定'), ...createWordBullets(people)]),
    ...(judgeModel.length === 0 ? [] : [createPartTitle('裁判模型'), ...createWordBullets(judgeModel)]),
    ...(failures.length === 0
      ? []
      : [
          createPartTitle('未通过与出错的原因'),
          createWordTable(['候选', '种类', '原因', '次数'], failures, { percents: [20, 18, 50, 12] }),
        ]),
    ...(quotes.length === 0
      ? []
      : [
          createPartTitle('回答样例'),
          createWordParagraph(QUOTE_RULE, { keepsWithNext: true }),
          createWordTable(['候选与结果', '任务', '回答', '检查'], quotes, { percents: [16, 24, 36, 24] }),
        ]),
  ]
}

/** Returns the title of a table or a list, on the same page as what it is of. */
const createPartTitle = (text: string) => createWordParagraph(text, { isBold: true, keepsWithNext: true })

/** In percent. */
const FIGURE_WIDTHS = [11, 13, 13, 12, 9, 9, 11, 11, 11]

/** Breaks a narrow cell before what stands in parentheses. */
const breakCell = (text: string): string => text.replace('（', '\n（')

const createTextTable = ({ title, columns, rows, note }: TextTable, percents: readonly number[] = []): Parts => [
  createPartTitle(title),
  createWordTable(
    columns.map(breakCell),
    rows.map(([name = '', ...cells]) => [name, ...cells.map(breakCell)]),
    { percents },
  ),
  createWordParagraph(note),
]
