/**
 * The scores of a project as sheets whose figures are formulas: what each judge gave (评分与证据) leads to their scores by
 * criterion (评委评分表), and those to totals and ranks (评分汇总表). The stored values are those of the analysis.
 */
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { AGGREGATE_LABELS } from '#contracts/rules/evaluation/aggregate-labels.ts'
import { listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import { isCountedCriterion } from '#contracts/rules/evaluation/counted-criteria.ts'
import { countDecimals, countPercentDecimals, countTotalDecimals } from '#contracts/rules/evaluation/format-figures.ts'
import { isPriceCriterion } from '#contracts/rules/evaluation/project-prices.ts'
import {
  COVERAGE_MIN,
  getEffectiveScore,
  listCriterionShares,
  TRIMMED_JUDGES_MIN,
} from '#contracts/rules/evaluation/scoring.ts'
import { sortScores } from '#contracts/rules/evaluation/sort-scores.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import { getCellName, getFirstRow, getFixedCellName, type Sheet, type SheetCell } from '#server/platform/tables/xlsx.ts'
import { getPriceScoreCell } from './price-sheets.ts'

type ScoredProject = Pick<ReportData, 'setup' | 'judges' | 'scores' | 'interest'> & { analysis: Analysis | null }

const SUMMARY = '评分汇总表'
const DETAILS = '评委评分表'
const MATRIX = '准则与得分'
const EVIDENCE = '评分与证据'

type Setup = ReportData['setup']
type Criterion = Setup['groups'][number]['criteria'][number]
type Result = Analysis['candidates'][number]

/** Returns a cell of another sheet, for formulas. */
const toReference = (sheet: string, column: number, row: number): string => `'${sheet}'!${getCellName(column, row)}`
const toRange = (column: number, first: number, last: number): string =>
  `${getCellName(column, first)}:${getCellName(column, last)}`

/** Returns a derived figure; an empty cell if there is none. */
const derive = (formula: string, value: number | null | undefined): SheetCell =>
  typeof value === 'number' ? { formula, value } : null

/** Where the rows of the sheets are that others refer to. All positions begin at 0. */
function createLayout({ setup, judges, scores, interest, analysis }: ScoredProject) {
  const sorted = sortScores({ setup, judges, scores })
  const counted = new Set<ProjectScore>(listCountedScores({ setup, scores, interest }))
  const evidenceRow = new Map(sorted.map((score, index) => [score, getFirstRow({}) + index]))
  const criteria = setup.groups.flatMap((group) => group.criteria)
  const matrixRow = new Map(criteria.map(({ key }, index) => [key, getFirstRow({}) + index]))
  const countedByCell = Map.groupBy(
    sorted.filter((score) => counted.has(score)),
    ({ candidate, criterion }) => `${candidate} ${criterion}`,
  )
  const rowsOfCandidate = criteria.length + setup.groups.length + 1
  const candidateRow = (index: number) => getFirstRow({ caption: DETAIL_CAPTION }) + index * rowsOfCandidate
  return {
    sorted,
    counted,
    evidenceRow,
    matrixRow,
    listScores: (candidate: string, criterion: string) => countedByCell.get(`${candidate} ${criterion}`) ?? [],
    results: analysis?.candidates ?? [],
    judges: judges.filter(({ id }) => [...counted].some(({ judge }) => judge === id)),
    /** The rows of a group's criteria for a candidate, and of its subtotal below. */
    getGroupRows(candidate: number, groupIndex: number) {
      const before = setup.groups.slice(0, groupIndex).reduce((sum, { criteria: { length } }) => sum + length + 1, 0)
      const first = candidateRow(candidate) + before
      const subtotal = first + (setup.groups[groupIndex]?.criteria.length ?? 0)
      return { first, last: subtotal - 1, subtotal }
    },
    getTotalRow: (candidate: number) => candidateRow(candidate) + rowsOfCandidate - 1,
  }
}
type Layout = ReturnType<typeof createLayout>

const createColumns = (...titles: readonly (readonly [title: string, width: number])[]) =>
  titles.map(([title, width]) => ({ title, width }))
const points = (title: string, width: number) => ({ title, width, format: 'points' as const })

/** Returns the sheets in the order of reading; `name` is the project's. */
export function listScoreSheets(project: ScoredProject, name: string) {
  const layout = createLayout(project)
  return {
    summary: createSummary(project, layout, name),
    details: createDetails(project, layout),
    matrix: createMatrix(project, layout),
    evidence: createEvidence(project, layout),
  }
}

const SUMMARY_TOTAL = 2

function createSummary({ setup, judges }: ScoredProject, layout: Layout, name: string): Sheet {
  const caption = [
    `${name}　${SUMMARY}`,
    '单位：分。各组的得分满分100分，总分为各组得分按分组权重的加权平均；有准则没有评分时，按已评的准则计算。',
  ]
  const first = getFirstRow({ caption })
  const last = first + layout.results.length - 1
  const totals = `${getFixedCellName(SUMMARY_TOTAL, first)}:${getFixedCellName(SUMMARY_TOTAL, last)}`
  const names = new Map(setup.candidates.map(({ key, name: candidate }) => [key, candidate]))
  return {
    name: SUMMARY,
    caption,
    frozenColumns: 2,
    columns: [
      ...createColumns(['名次', 8], ['候选', 30]),
      { ...points('总分', 12), countDecimals: countTotalDecimals },
      ...setup.groups.flatMap(({ title }) => [points(`${title}\n得分`, 12), points(`${title}\n折算分`, 12)]),
      {
        title: '已评占比',
        width: 12,
        format: 'percent',
        countDecimals: (coverage) => countPercentDecimals(coverage, [COVERAGE_MIN]),
      },
      { title: '结论', width: 14 },
    ],
    rows: layout.results.map((result, index): SheetCell[] => {
      const total = getCellName(SUMMARY_TOTAL, first + index)
      return [
        // Totals that are equal by construction may differ by the error of a sum.
        derive(`1+SUMPRODUCT(--(ROUND(${totals},8)>ROUND(${total},8)))`, result.rank),
        names.get(result.key) ?? result.key,
        derive(toReference(DETAILS, layout.judges.length + DETAIL.value, layout.getTotalRow(index)), result.total),
        ...setup.groups.flatMap((group, groupIndex) => {
          const { subtotal } = layout.getGroupRows(index, groupIndex)
          const score = result.groups[group.key] ?? null
          return [
            derive(toReference(DETAILS, layout.judges.length + DETAIL.value, subtotal), score),
            derive(
              toReference(DETAILS, layout.judges.length + DETAIL.weighted, subtotal),
              score === null ? null : score * getGroupShare(setup, group.key),
            ),
          ]
        }),
        derive(createCoverageFormula(setup, layout, index), result.coverage),
        result.recommendation ?? '证据不足',
      ]
    }),
    notes: [...createExcludedNotes(setup, layout), ...createSignatureNotes(judges.map((judge) => judge.name))],
  }
}

function createExcludedNotes({ candidates }: Setup, { results }: Layout): string[] {
  const ranked = new Set(results.map(({ key }) => key))
  const excluded = candidates.filter(({ key }) => !ranked.has(key))
  return excluded.length === 0 ? [] : [`不参加排名：${excluded.map(({ name }) => name).join('、')}。原因见“依据”表。`]
}

const createSignatureNotes = (names: readonly string[]): string[] => [
  `评委签字：${names.map((name) => `${name}＿＿＿＿＿＿＿＿`).join('　')}`,
  '日期：　　　　年　　月　　日',
]

const getGroupShare = ({ groups }: Setup, key: string): number =>
  listCriterionShares(groups)
    .filter(({ group }) => group === key)
    .reduce((sum, { share }) => sum + share, 0)

const createCoverageFormula = ({ groups }: Setup, layout: Layout, candidate: number): string =>
  `SUM(${groups
    .map((_, index) => {
      const { first, last } = layout.getGroupRows(candidate, index)
      const toDetails = (column: number) => `'${DETAILS}'!${toRange(column, first, last)}`
      return `SUMPRODUCT(${toDetails(DETAIL.share)},--ISNUMBER(${toDetails(layout.judges.length + DETAIL.value)}))`
    })
    .join(',')})/100`

const DETAIL_CAPTION = [
  DETAILS,
  '单位：分。评委一栏为计入的分（不高于证据等级的上限）；折算分＝分值×采用分÷100；小计与合计按权重平均。',
]
/** The columns; those behind the judges follow so many judges. */
export const DETAIL_COLUMNS = { length: 6, firstJudge: 4 } as const
const DETAIL = { share: 3, judges: 4, value: 4, weighted: 5 } as const

function createDetails({ setup }: ScoredProject, layout: Layout): Sheet {
  const criteria = new Map(listCriterionShares(setup.groups).map((criterion) => [criterion.key, criterion]))
  return {
    name: DETAILS,
    caption: [DETAILS, `${DETAIL_CAPTION[1]}采用分为评委分数的${AGGREGATE_LABELS[setup.aggregate]}。`],
    frozenColumns: 3,
    columns: [
      ...createColumns(['候选', 30], ['分组', 12], ['准则', 24]),
      points('分值', 9),
      ...layout.judges.map(({ name }) => points(name, 10)),
      points('采用分', 10),
      points('折算分', 10),
    ],
    rows: layout.results.flatMap((result, index) => [
      ...setup.groups.flatMap((group, groupIndex) => [
        ...group.criteria.map((criterion) =>
          createDetailRow(
            { setup, layout, result, index, groupIndex },
            criterion,
            criteria.get(criterion.key)?.share ?? 0,
          ),
        ),
        createSubtotalRow({ setup, layout, result, index, groupIndex }),
      ]),
      createTotalRow({ setup, layout, result, index }),
    ]),
  }
}

type DetailContext = { setup: Setup; layout: Layout; result: Result; index: number; groupIndex: number }

const getName = ({ candidates }: Setup, key: string): string =>
  candidates.find((candidate) => candidate.key === key)?.name ?? key

function createDetailRow(context: DetailContext, criterion: Criterion, share: number): SheetCell[] {
  const { setup, layout, result, index, groupIndex } = context
  const group = setup.groups[groupIndex]
  const row =
    layout.getGroupRows(index, groupIndex).first + (group?.criteria.findIndex(({ key }) => key === criterion.key) ?? 0)
  const scores = layout.listScores(result.key, criterion.key)
  const valueColumn = layout.judges.length + DETAIL.value
  const value = result.criteria[criterion.key]?.mean ?? null
  const judgeCells = layout.judges.map(({ id }): SheetCell => {
    const score = scores.find(({ judge }) => judge === id)
    const evidence = score && layout.evidenceRow.get(score)
    return score && evidence !== undefined
      ? derive(toReference(EVIDENCE, EVIDENCE_COLUMNS.counted, evidence), getCountedPoints(setup, score))
      : null
  })
  return [
    getName(setup, result.key),
    group?.title ?? '',
    criterion.title,
    derive(`${toReference(MATRIX, MATRIX_COLUMNS.share, layout.matrixRow.get(criterion.key) ?? 0)}*100`, share * 100),
    ...judgeCells,
    createValueCell(context, criterion, {
      range: toRange(DETAIL.judges, row, row).replace(/:.*/, `:${getCellName(valueColumn - 1, row)}`),
      count: scores.length,
      value,
    }),
    derive(
      `${getCellName(DETAIL.share, row)}*${getCellName(valueColumn, row)}/100`,
      value === null ? null : share * value,
    ),
  ]
}

const getCountedPoints = ({ grades }: Setup, { score, grade }: ProjectScore): number | null =>
  score === null ? null : getEffectiveScore(score, grades.find(({ key }) => key === grade)?.cap ?? score)

/** Returns the value of a criterion: of the judges' scores, of its price, or a counted one as it is. */
function createValueCell(
  { setup, result }: DetailContext,
  criterion: Criterion,
  { range, count, value }: { range: string; count: number; value: number | null },
): SheetCell {
  if (value === null) return null
  if (isPriceCriterion(criterion)) return derive(getPriceScoreCell(setup, criterion.key, result.key), value)
  if (isCountedCriterion(criterion) || count === 0) return value
  const isTrimmed = setup.aggregate === 'trimmedMean' && count >= TRIMMED_JUDGES_MIN
  if (isTrimmed) return derive(`(SUM(${range})-MAX(${range})-MIN(${range}))/(COUNT(${range})-2)`, value)
  return derive(`${setup.aggregate === 'median' ? 'MEDIAN' : 'AVERAGE'}(${range})`, value)
}

/** A group's score is the mean of its scored criteria by their weights, which a share of 0 would lose. */
function createSubtotalRow({ setup, layout, result, index, groupIndex }: DetailContext): SheetCell[] {
  const group = setup.groups[groupIndex]
  const { first, last, subtotal } = layout.getGroupRows(index, groupIndex)
  const valueColumn = layout.judges.length + DETAIL.value
  const rows = group?.criteria.map(({ key }) => layout.matrixRow.get(key) ?? 0) ?? []
  const weights = `'${MATRIX}'!${toRange(MATRIX_COLUMNS.weight, Math.min(...rows), Math.max(...rows))}`
  const values = toRange(valueColumn, first, last)
  const score = group ? (result.groups[group.key] ?? null) : null
  const share = group ? getGroupShare(setup, group.key) : 0
  return [
    getName(setup, result.key),
    group?.title ?? '',
    '小计',
    derive(`SUM(${toRange(DETAIL.share, first, last)})`, share * 100),
    ...layout.judges.map(() => null),
    derive(`SUMPRODUCT(${weights},${values})/SUMPRODUCT(${weights},--ISNUMBER(${values}))`, score),
    derive(
      `${getCellName(DETAIL.share, subtotal)}*${getCellName(valueColumn, subtotal)}/100`,
      score === null ? null : score * share,
    ),
  ]
}

function createTotalRow({ setup, layout, result, index }: Omit<DetailContext, 'groupIndex'>): SheetCell[] {
  const valueColumn = layout.judges.length + DETAIL.value
  const scored = setup.groups
    .map((group, groupIndex) => ({ group, row: layout.getGroupRows(index, groupIndex).subtotal }))
    .filter(({ group }) => (result.groups[group.key] ?? null) !== null)
  const sumOf = (toTerm: (row: number) => string) => scored.map(({ row }) => toTerm(row)).join('+')
  const subtotals = setup.groups.map((_, groupIndex) => layout.getGroupRows(index, groupIndex).subtotal)
  return [
    getName(setup, result.key),
    '',
    '合计',
    derive(`SUM(${subtotals.map((row) => getCellName(DETAIL.share, row)).join(',')})`, 100),
    ...layout.judges.map(() => null),
    derive(
      `(${sumOf((row) => `${getCellName(DETAIL.share, row)}*${getCellName(valueColumn, row)}`)})/(${sumOf((row) => getCellName(DETAIL.share, row))})`,
      result.total,
    ),
    null,
  ]
}

const MATRIX_COLUMNS = { groupWeight: 2, weight: 3, share: 4, minimum: 5, candidates: 6 } as const

const countScoreDecimals = (score: number, row: readonly Cell[]): number => {
  const minimum = row[MATRIX_COLUMNS.minimum]
  return countDecimals(score, typeof minimum === 'number' ? [minimum] : [])
}

/** Returns the weights with the share of each criterion, and the value of each criterion by candidate. */
function createMatrix({ setup }: ScoredProject, layout: Layout): Sheet {
  const shares = new Map(listCriterionShares(setup.groups).map(({ key, share }) => [key, share]))
  const groupWeights = setup.groups.map(({ criteria }) =>
    getCellName(MATRIX_COLUMNS.groupWeight, layout.matrixRow.get(criteria[0]?.key ?? '') ?? 0),
  )
  return {
    name: MATRIX,
    frozenColumns: 2,
    columns: [
      ...createColumns(['分组', 14], ['准则', 28], ['分组权重', 10], ['组内权重', 10]),
      { title: '占比', width: 10, format: 'percent' },
      { title: '一票否决线', width: 12 },
      ...layout.results.map(({ key }) => ({
        ...points(getName(setup, key), 14),
        countDecimals: countScoreDecimals,
      })),
    ],
    rows: setup.groups.flatMap((group, groupIndex) => {
      const rows = group.criteria.map(({ key }) => layout.matrixRow.get(key) ?? 0)
      const weights = toRange(MATRIX_COLUMNS.weight, Math.min(...rows), Math.max(...rows))
      return group.criteria.map((criterion, position): SheetCell[] => {
        const row = layout.matrixRow.get(criterion.key) ?? 0
        const share = shares.get(criterion.key) ?? 0
        const formula = `${getCellName(MATRIX_COLUMNS.groupWeight, row)}/SUM(${groupWeights.join(',')})*${getCellName(MATRIX_COLUMNS.weight, row)}/SUM(${weights})`
        return [
          group.title,
          criterion.title,
          group.weight,
          criterion.weight,
          group.weight === 0 ? 0 : derive(formula, share),
          criterion.isRequired ? criterion.minimum : null,
          ...layout.results.map((result, index) =>
            derive(
              toReference(
                DETAILS,
                layout.judges.length + DETAIL.value,
                layout.getGroupRows(index, groupIndex).first + position,
              ),
              result.criteria[criterion.key]?.mean,
            ),
          ),
        ]
      })
    }),
  }
}

const EVIDENCE_COLUMNS = { score: 4, cap: 6, counted: 7 } as const

/** Returns every score with its evidence; those that count, with what they count for. */
function createEvidence({ setup, judges }: ScoredProject, layout: Layout): Sheet {
  const titles = new Map(setup.groups.flatMap((group) => group.criteria.map(({ key, title }) => [key, title])))
  const grades = new Map(setup.grades.map((grade) => [grade.key, grade]))
  const judgeNames = new Map(judges.map(({ id, name }) => [id, name]))
  return {
    name: EVIDENCE,
    frozenColumns: 3,
    columns: createColumns(
      ['候选', 18],
      ['准则', 20],
      ['评委', 12],
      ['轮次', 6],
      ['分数', 6],
      ['证据等级', 14],
      ['计入上限', 8],
      ['计入分', 8],
      ['说明', 44],
      ['修改原因', 28],
      ['链接', 30],
      ['文件', 28],
      ['文件SHA-256', 34],
    ),
    rows: layout.sorted.map((score): SheetCell[] => {
      const row = layout.evidenceRow.get(score) ?? 0
      const cap = grades.get(score.grade ?? '')?.cap ?? null
      const cell = (column: number) => getCellName(column, row)
      return [
        getName(setup, score.candidate),
        titles.get(score.criterion) ?? score.criterion,
        judgeNames.get(score.judge) ?? null,
        score.round,
        score.score,
        grades.get(score.grade ?? '')?.title ?? score.grade,
        cap,
        layout.counted.has(score)
          ? derive(`MIN(${cell(EVIDENCE_COLUMNS.score)},${cell(EVIDENCE_COLUMNS.cap)})`, getCountedPoints(setup, score))
          : null,
        score.note,
        score.reason,
        score.links.join('\n'),
        score.files.map((file) => file.name).join('\n'),
        score.files.map((file) => file.hash).join('\n'),
      ]
    }),
  }
}
