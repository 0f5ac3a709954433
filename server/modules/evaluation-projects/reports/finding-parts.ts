/** The parts of a report about the candidates: whether they are valid, the scores of each judge, prices, and the order. */
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { describeScore } from '#contracts/rules/evaluation/checklist-answers.ts'
import { describeExclusionReason } from '#contracts/rules/evaluation/describe-prices.ts'
import {
  countTotalDecimals,
  createColumnFormat,
  formatPercent,
  formatPoints,
} from '#contracts/rules/evaluation/format-figures.ts'
import {
  listPriceCriteria,
  listPriceExclusions,
  type PriceExclusion,
} from '#contracts/rules/evaluation/project-prices.ts'
import { COVERAGE_MIN, isCovered } from '#contracts/rules/evaluation/scoring.ts'
import { sortScores } from '#contracts/rules/evaluation/sort-scores.ts'
import {
  createWordHeading,
  createWordParagraph,
  createWordTable,
  type WordPart,
} from '#server/platform/tables/word-parts.ts'
import { getCellValue } from '#server/platform/tables/xlsx.ts'
import { listPriceSheets } from '../price-sheets.ts'
import { DETAIL_COLUMNS, listScoreSheets } from '../score-sheets.ts'
import { createSheetTable } from './sheet-section.ts'

/** Returns the candidates, with where they are from. */
export const createCandidates = ({ setup: { candidates } }: ReportData): WordPart[] => [
  createWordTable(
    ['序号', '候选', '来源'],
    candidates.map(({ name, productId }, index) => [
      String(index + 1),
      name,
      productId === null ? '由负责人填写' : `产品目录，编号${productId}`,
    ]),
    { percents: [8, 52, 40] },
  ),
]

/** Returns for each candidate whether its offer, its required criteria and its scores let it take part in the order. */
export function createValidity({ setup, offers = [], analysis }: ReportData): WordPart[] {
  const exclusions = listPriceExclusions({ setup, offers })
  const titles = new Map(setup.groups.flatMap((group) => group.criteria.map(({ key, title }) => [key, title])))
  const hasPrices = listPriceCriteria(setup).length > 0
  const hasRequired = setup.groups.some((group) => group.criteria.some(({ isRequired }) => isRequired))
  const rows = setup.candidates.map(({ key, name }) => {
    const result = analysis.candidates.find((candidate) => candidate.key === key)
    const vetoes = result?.vetoes ?? []
    // In earlier reports, candidates without a valid offer were ranked.
    const exclusion = result ? undefined : exclusions.find(({ candidate }) => candidate === key)
    const price = describeValidity(
      exclusion,
      offers.some(({ candidate }) => candidate === key),
    )
    const required = vetoes.map(
      ({ criterion, mean, minimum }) =>
        `“${titles.get(criterion) ?? criterion}”${formatPoints(mean, [minimum])}分，低于${minimum}分`,
    )
    return [
      name,
      hasPrices ? price : '不设价格准则',
      hasRequired ? required.join('\n') || (result ? '达到最低分' : '—') : '没有设必备准则',
      result ? formatPercent(result.coverage, [COVERAGE_MIN]) : '—',
      describeResult({ exclusion, isVetoed: vetoes.length > 0, coverage: result?.coverage ?? null }),
    ]
  })
  return [
    createWordTable(['候选', '报价', '必备准则', '已评占比', '审查结果'], rows, { percents: [22, 18, 28, 12, 20] }),
  ]
}

function describeValidity(exclusion: PriceExclusion | undefined, hasOffer: boolean): string {
  if (exclusion) return describeExclusionReason(exclusion)
  return hasOffer ? '有效' : '未报价'
}

type Validity = { exclusion: PriceExclusion | undefined; isVetoed: boolean; coverage: number | null }

function describeResult({ exclusion, isVetoed, coverage }: Validity): string {
  if (exclusion) return exclusion.reason === 'noOffer' ? '未报价，不参加排名' : '无效，不参加排名'
  if (isVetoed) return '一票否决'
  return coverage !== null && isCovered(coverage) ? '通过' : '评分不足，不下结论'
}

/** More judges than fit across a page stand in tables below one another, as many in each. */
const JUDGES_ACROSS = 6

/** Returns a table a candidate: what each judge's score counts for by criterion, and what it amounts to. */
export function createScoresByJudge(data: ReportData): WordPart[] {
  const { details } = listScoreSheets(data, data.project.name)
  const judgeCount = details.columns.length - DETAIL_COLUMNS.length
  const positions = Array.from({ length: judgeCount }, (_, index) => DETAIL_COLUMNS.firstJudge + index)
  const batches = positions.length === 0 ? [[]] : chunk(positions, JUDGES_ACROSS)
  const rowsByCandidate = Map.groupBy(details.rows, ([name]) => String(getCellValue(name ?? null)))
  return [...rowsByCandidate].flatMap(([name, rows]) => [
    createWordHeading(name, 2),
    ...batches.flatMap((batch, index) => {
      const isLast = index === batches.length - 1
      const results = isLast ? [details.columns.length - 2, details.columns.length - 1] : []
      return [
        ...(index > 0 ? [createWordParagraph('续表')] : []),
        ...createSheetTable({ ...details, rows }, { shown: [1, 2, 3, ...batch, ...results], percents: [13, 21, 8] }),
      ]
    }),
  ])
}

/** Returns parts of about the same length, none longer than `largest`. */
function chunk(items: readonly number[], largest: number): number[][] {
  const count = Math.ceil(items.length / largest)
  const size = Math.ceil(items.length / count)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

/** The columns of a price sheet that fit across a page: those from the offer to its points, and the remarks. */
const SHOWN_PRICES = [0, 1, 2, 4, 6, 8, 10]
const PRICE_PERCENTS = [18, 16, 9, 16, 9, 10, 22]
const LINE_PERCENTS = [24, 18, 14, 9, 8, 14, 13]

/** Returns the offers as each price criterion scores them, and what they consist of. */
export const createPrices = (data: ReportData): WordPart[] =>
  listPriceSheets(data).flatMap((sheet, index, sheets) => {
    const isLines = index === sheets.length - 1
    if (isLines && sheet.rows.length === 0) return []
    return [
      createWordHeading(sheet.name, 2),
      ...createSheetTable(
        sheet,
        isLines ? { percents: LINE_PERCENTS } : { shown: SHOWN_PRICES, percents: PRICE_PERCENTS },
      ),
      ...(sheet.notes ?? []).map((note) => createWordParagraph(note)),
    ]
  })

/** Returns the totals in their order. */
export function createStandings({ setup, analysis }: ReportData): WordPart[] {
  const names = new Map(setup.candidates.map(({ key, name }) => [key, name]))
  const formatTotal = createColumnFormat(
    analysis.candidates.map(({ total }) => total),
    countTotalDecimals,
  )
  const formatScore = createColumnFormat(analysis.candidates.flatMap(({ groups }) => Object.values(groups)))
  return [
    createWordTable(
      ['名次', '候选', ...setup.groups.map(({ title }) => title), '总分', '已评占比', '结论'],
      analysis.candidates.map(({ rank, key, groups, total, coverage, recommendation }) => [
        rank === null ? '—' : String(rank),
        names.get(key) ?? key,
        ...setup.groups.map((group) => formatOptional(groups[group.key] ?? null, formatScore)),
        formatOptional(total, formatTotal),
        formatPercent(coverage, [COVERAGE_MIN]),
        recommendation ?? '证据不足',
      ]),
      { percents: [8, 24] },
    ),
  ]
}

const formatOptional = (score: number | null, format: (score: number) => string): string =>
  score === null ? '—' : format(score)

/** More rows would take Word's programs, and us, too much memory; the workbook has them all. */
const EVIDENCE_ROWS = 1_500

/** Returns one table per candidate, with the scores and the evidence of each judge for each criterion. */
export function createEvidence(data: ReportData): WordPart[] {
  if (data.scores.length > EVIDENCE_ROWS)
    return [
      createWordParagraph(
        `评分共${data.scores.length}条，超过${EVIDENCE_ROWS}条，不在此列出，全部见Excel文件的“评分与证据”表。`,
      ),
    ]
  const { setup, judges } = data
  const criteria = new Map(
    setup.groups.flatMap((group) => group.criteria.map((criterion) => [criterion.key, criterion])),
  )
  const grades = new Map(setup.grades.map(({ key, title }) => [key, title]))
  const names = new Map(judges.map(({ id, name }) => [id, name]))
  const byCandidate = Map.groupBy(sortScores(data), ({ candidate }) => candidate)
  const tables = setup.candidates.flatMap(({ key, name }) => {
    const rows = Map.groupBy(byCandidate.get(key) ?? [], ({ criterion, judge }) => `${criterion} ${judge}`)
    if (rows.size === 0) return []
    const cells = [...rows.values()].map((rounds) => {
      const last = rounds.at(-1)
      const criterion = criteria.get(last?.criterion ?? '')
      return [
        criterion?.title ?? '',
        names.get(last?.judge ?? '') ?? '已移除的评委',
        rounds
          .flatMap(({ score, revisions = [] }) => [...revisions.map((revision) => revision.score), score])
          .map((score) => describeScore(score, criterion ?? {}))
          .join(' → '),
        grades.get(last?.grade ?? '') ?? '',
        rounds.flatMap((score) => describeEvidence(score, criterion ?? {})).join('\n'),
      ]
    })
    return [
      createWordHeading(name, 2),
      createWordTable(['准则', '评委', '分数', '证据等级', '依据'], cells, { percents: [22, 18, 12, 14, 34] }),
    ]
  })
  return tables
}

const describeEvidence = (
  { reason, revisions = [], note, links, files }: ProjectScore,
  criterion: Parameters<typeof describeScore>[1],
): string[] => [
  ...revisions.map((revision) => `改为${describeScore(revision.score, criterion)}：${revision.reason}`),
  ...(reason ? [`修改原因：${reason}`] : []),
  ...(note ? [note] : []),
  ...links,
  ...files.map(({ name, hash }) => `${name}（SHA-256 ${hash}）`),
]
