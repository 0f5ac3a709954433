/** Writes a report as a Word document with headings, tables, and a table of contents that Word updates. */
import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  type Table,
  TableOfContents,
  TextRun,
} from 'docx'
import {
  describeReportOrigin,
  type ReportData,
  type ReportReply,
  type SignedReport,
} from '#contracts/evaluation-projects/report.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { findTemplate } from '#contracts/evaluation-projects/templates/templates.ts'
import { AGGREGATE_LABELS } from '#contracts/rules/evaluation/aggregate-labels.ts'
import { describeScore } from '#contracts/rules/evaluation/checklist-answers.ts'
import {
  describeTemplateChanges,
  describeTemplateConflicts,
  describeTemplateSource,
} from '#contracts/rules/evaluation/describe-template.ts'
import { describeWeightings } from '#contracts/rules/evaluation/describe-weightings.ts'
import {
  countTotalDecimals,
  createColumnFormat,
  formatFixed,
  formatNumber,
  formatPercent,
} from '#contracts/rules/evaluation/format-figures.ts'
import { describeEvaluation, type ReportSentences } from '#contracts/rules/evaluation/report-sentences.ts'
import { COVERAGE_MIN } from '#contracts/rules/evaluation/scoring.ts'
import { sortScores } from '#contracts/rules/evaluation/sort-scores.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import {
  createWordHeading,
  createWordParagraph,
  createWordTable,
  WORD_STYLES,
} from '#server/platform/tables/word-parts.ts'
import { countSheetDecimals, type Sheet } from '#server/platform/tables/xlsx.ts'
import { listCountedSheets } from '../counted-sheets.ts'
import { listPriceSheets } from '../price-sheets.ts'
import { createJudges, createMatrix, createRevisions, createSteps, createTrials } from '../sheets.ts'
import { createRunParts } from './run-parts.ts'

const FONT_HALF_POINTS = { small: 16, title: 44 }

/** Returns the document's bytes. `url` is where the report can be verified. */
export async function writeReportDocument(report: ReportReply, url: string): Promise<Buffer> {
  const { data } = report
  const sentences = describeEvaluation(data)
  const document = new Document({
    title: `${data.project.name} 评估报告`,
    creator: data.project.ownerName,
    features: { updateFields: true },
    styles: WORD_STYLES,
    sections: [
      {
        footers: { default: createFooter(report) },
        children: [
          ...createCoverPage(report),
          new TableOfContents('目录', { hyperlink: true, headingStyleRange: '1-2' }),
          ...createSummary(sentences),
          ...createStandings(data),
          ...createSheetSection(createMatrix(data), [10, 22, 10, 12]),
          ...listPriceSheets(data).flatMap((sheet) => createSheetSection(sheet, [])),
          ...listCountedSheets(data).flatMap((sheet) => createSheetSection(sheet, [])),
          ...createScores(data),
          ...createSheetSection(createRevisions(data), [14, 16, 12, 11, 7, 12, 16, 12]),
          ...createSheetSection(createTrials(data), [22, 18, 9, 8, 8, 12, 10, 13]),
          ...createRunParts(data.runs),
          ...createSheetSection(createSteps(data), [22, 12, 12, 18, 36]),
          ...createSheetSection(createJudges(data), [28, 24, 24, 24]),
          ...createMethod(data),
          ...createVerification(report, url),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

const createBullets = (texts: readonly string[]) => texts.map((text) => new Paragraph({ text, bullet: { level: 0 } }))

function createCoverPage(report: ReportReply): Paragraph[] {
  const { project, createdAt } = report.data
  const time = formatMinuteInShanghai(new Date(createdAt))
  return [
    new Paragraph({
      alignment: AlignmentType.CENTER,
      heading: HeadingLevel.TITLE,
      spacing: { before: 600, after: 200 },
      children: [new TextRun({ text: `${project.name} 评估报告`, size: FONT_HALF_POINTS.title, bold: true })],
    }),
    new Paragraph({
      alignment: AlignmentType.CENTER,
      text: `负责人：${project.ownerName}　定稿时间：${time}`,
    }),
    new Paragraph({
      alignment: AlignmentType.CENTER,
      text: describeReportOrigin(project.ownerName, report.isPublished),
      spacing: { after: 400 },
    }),
    ...(project.description === '' ? [] : project.description.split('\n').map(createWordParagraph)),
  ]
}

function createSummary(sentences: ReportSentences): Paragraph[] {
  const createPart = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [createWordHeading(title, 2), ...createBullets(texts)]
  return [
    createWordHeading('结论'),
    new Paragraph({ children: [new TextRun({ text: sentences.verdict, bold: true })] }),
    ...createPart('名次', sentences.order),
    ...createPart('不参加排名', sentences.excluded),
    ...createPart('依据', sentences.reasons),
    ...createPart('什么会改变结论', sentences.changes),
    ...createPart('一票否决', sentences.vetoes),
    ...createPart('评分是否充分', sentences.coverage),
    ...createPart('评委是否一致', [sentences.agreement, ...sentences.independence, ...sentences.disputes]),
    ...createPart('复议改变了什么', sentences.review),
    ...createPart('结果是否稳健', [sentences.robustness]),
    ...createPart('测试', sentences.trials),
  ]
}

function createStandings({ setup, analysis }: ReportData): (Paragraph | Table)[] {
  const names = new Map(setup.candidates.map(({ key, name }) => [key, name]))
  const formatTotal = createColumnFormat(
    analysis.candidates.map(({ total }) => total),
    countTotalDecimals,
  )
  const formatScore = createColumnFormat(analysis.candidates.flatMap(({ groups }) => Object.values(groups)))
  return [
    createWordHeading('得分'),
    createWordTable(
      ['候选', ...setup.groups.map(({ title }) => title), '总分', '已评占比', '结论'],
      analysis.candidates.map(({ key, groups, total, coverage, recommendation }) => [
        names.get(key) ?? key,
        ...setup.groups.map((group) => formatOptional(groups[group.key] ?? null, formatScore)),
        formatOptional(total, formatTotal),
        formatPercent(coverage, [COVERAGE_MIN]),
        recommendation ?? '证据不足',
      ]),
    ),
  ]
}

const formatOptional = (score: number | null, format: (score: number) => string): string =>
  score === null ? '—' : format(score)

/** Returns a heading and a table. `widths` are percentages for the first columns; the other columns share the rest. */
function createSheetSection(sheet: Sheet, widths: readonly number[]): (Paragraph | Table)[] {
  const { name, columns, rows } = sheet
  if (rows.length === 0) return []
  const decimals = columns.map((_, column) => countSheetDecimals(sheet, column))
  const rest = (100 - widths.reduce((sum, width) => sum + width, 0)) / Math.max(1, columns.length - widths.length)
  return [
    createWordHeading(name),
    createWordTable(
      columns.map(({ title }) => title),
      rows.map((row) => row.map((cell, column) => formatCell(cell, columns[column], decimals[column] ?? 0))),
      columns.map((_, column) => widths[column] ?? rest),
    ),
  ]
}

/** Figures without a format are records, such as the cost of a trial, and stay exact. */
function formatCell(cell: Cell | undefined, column: Sheet['columns'][number] | undefined, decimals: number): string {
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  if (typeof cell !== 'number') return cell ?? ''
  if (column?.format === undefined) return String(cell)
  return column.format === 'percent' ? `${formatFixed(cell * 100, decimals)}%` : formatFixed(cell, decimals)
}

/** Returns one table per candidate, with the scores and the evidence of each judge for each criterion. */
function createScores(data: ReportData): (Paragraph | Table)[] {
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
      createWordTable(['准则', '评委', '分数', '证据等级', '依据'], cells, [22, 18, 12, 14, 34]),
    ]
  })
  return tables.length === 0 ? [] : [createWordHeading('评分与证据'), ...tables]
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

function createMethod(data: ReportData): Paragraph[] {
  const { setup, judges, absentJudges = [], steps, methodVersion, lockedAt, lockHash, seals = [] } = data
  return [
    createWordHeading('方法与过程'),
    createWordParagraph(`评估方法：M${methodVersion}；评委分数取${AGGREGATE_LABELS[setup.aggregate]}。`),
    ...describeTemplate(setup).map(createWordParagraph),
    createWordParagraph(`权重由来：${describeWeightings(data)}。`),
    createWordParagraph(
      `证据等级封顶：${setup.grades.map(({ title, cap }) => `${title}${formatNumber(cap)}`).join('，')}；推荐档位：强烈推荐${setup.thresholds.strong}，推荐${setup.thresholds.recommend}，谨慎推荐${setup.thresholds.cautious}。`,
    ),
    createWordParagraph(
      `评委：${judges.map(({ name }) => name).join('、')}。${absentJudges.length > 0 ? `没有提交评分、未计入：${absentJudges.join('、')}。` : ''}`,
    ),
    createWordParagraph(
      `权重与候选于${formatMinuteInShanghai(new Date(lockedAt))}锁定，共经历${steps.length}次阶段变更，末次为${PROJECT_STATUS_LABELS[steps.at(-1)?.from ?? 'review']}到${PROJECT_STATUS_LABELS[steps.at(-1)?.to ?? 'final']}。锁定时的SHA-256：${lockHash}`,
    ),
    ...seals.map(({ hash, sealedAt, nonce, questions }) =>
      createWordParagraph(
        `密封的题目：${formatMinuteInShanghai(new Date(sealedAt))}密封${questions.length}道题，SHA-256：${hash}，随机数：${nonce ?? '已无法解开'}。`,
      ),
    ),
  ]
}

/** Returns on which template a project is based, what was changed of it, and what contradicts its source. */
function describeTemplate(setup: ReportData['setup']): string[] {
  const template = findTemplate(setup.template)
  if (!template) return []
  const changes = describeTemplateChanges(template, setup)
  return [
    describeTemplateSource(template),
    changes.length === 0 ? '没有改动模板的准则与权重。' : `改动：${changes.join('；')}。`,
    ...describeTemplateConflicts(template, setup).map((conflict) => `${conflict}。`),
  ]
}

const createVerification = ({ hash, signature, keyId }: SignedReport, url: string): Paragraph[] => [
  createWordHeading('核验'),
  createWordParagraph(
    '本文档由签名的报告数据生成。以网页上的报告或下载的JSON文件为准，可在网站的核验页检查是否被改动。',
  ),
  createWordParagraph(`报告地址：${url}`),
  createWordParagraph(`数据的SHA-256：${hash}`),
  createWordParagraph(`Ed25519签名：${signature}`),
  createWordParagraph(`公钥编号：${keyId}`),
]

const createFooter = ({ hash }: SignedReport) =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({ text: `SHA-256 ${hash.slice(0, 16)}…　`, size: FONT_HALF_POINTS.small }),
          new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES], size: FONT_HALF_POINTS.small }),
        ],
      }),
    ],
  })
