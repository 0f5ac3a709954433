/** Writes a report as a Word document with headings, tables, and a table of contents that Word updates. */
import { LeaderType, TableOfContents } from 'docx'
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
import { describeCommittee } from '#contracts/rules/evaluation/describe-committee.ts'
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
  createWordBullets,
  createWordHeading,
  createWordParagraph,
  createWordTable,
  createWordTitle,
  type WordPart,
  writeWordDocument,
} from '#server/platform/tables/word-parts.ts'
import { countSheetDecimals, getCellValue, type Sheet } from '#server/platform/tables/xlsx.ts'
import { listCommitteeSheets } from '../committee-sheets.ts'
import { listCountedSheets } from '../counted-sheets.ts'
import { listPriceSheets } from '../price-sheets.ts'
import { listScoreSheets } from '../score-sheets.ts'
import { createJudges, createRevisions, createSteps, createTrials } from '../sheets.ts'
import { createRunParts } from './run-parts.ts'

/** Returns the document's bytes. `url` is where the report can be verified. */
export function writeReportDocument(report: ReportReply, url: string): Promise<Buffer> {
  const { data } = report
  const sentences = describeEvaluation(data)
  return writeWordDocument({
    title: `${data.project.name} 评审报告`,
    header: `${data.project.name}　评审报告　编号：${data.id}`,
    creator: data.project.ownerName,
    hasFields: true,
    children: [
      ...createCover(report),
      new TableOfContents('目录', { hyperlink: true, headingStyleRange: '1-1', tabLeader: LeaderType.NONE }),
      ...createSummary(sentences),
      ...createStandings(data),
      ...createSheetSection(listScoreSheets(data, data.project.name).matrix, [10, 22, 10, 12]),
      ...listPriceSheets(data).flatMap((sheet) => createSheetSection(sheet, [])),
      ...listCountedSheets(data).flatMap((sheet) => createSheetSection(sheet, [])),
      ...createScores(data),
      ...createSheetSection(createRevisions(data), [14, 16, 12, 11, 7, 12, 16, 12]),
      ...createSheetSection(createTrials(data), [22, 18, 9, 8, 8, 12, 10, 13]),
      ...createRunParts(data.runs),
      ...createSheetSection(createSteps(data), [22, 12, 12, 18, 36]),
      ...createSheetSection(createJudges(data), [28, 24, 24, 24]),
      ...createCommittee(data),
      ...createMethod(data),
      ...createVerification(report, url),
    ],
  })
}

function createCover({ data: { project, createdAt }, isPublished }: ReportReply): WordPart[] {
  const time = formatMinuteInShanghai(new Date(createdAt))
  return [
    createWordTitle(`${project.name} 评审报告`),
    createWordParagraph(`负责人：${project.ownerName}　定稿时间：${time}`, { isCentred: true }),
    createWordParagraph(describeReportOrigin(project.ownerName, isPublished), { isCentred: true }),
    ...(project.description === '' ? [] : [createWordParagraph(project.description)]),
  ]
}

function createSummary(sentences: ReportSentences): WordPart[] {
  const createPart = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [createWordHeading(title, 2), ...createWordBullets(texts)]
  return [
    createWordHeading('结论'),
    createWordParagraph(sentences.verdict, { isBold: true }),
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

function createStandings({ setup, analysis }: ReportData): WordPart[] {
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
function createSheetSection(sheet: Sheet, widths: readonly number[]): WordPart[] {
  const { name, columns, rows } = sheet
  if (rows.length === 0) return []
  const decimals = columns.map((_, column) => countSheetDecimals(sheet, column))
  return [
    createWordHeading(name),
    createWordTable(
      columns.map(({ title }) => title),
      rows.map((row) =>
        row.map((cell, column) => formatCell(getCellValue(cell), columns[column], decimals[column] ?? 0)),
      ),
      { percents: widths },
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
function createScores(data: ReportData): WordPart[] {
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

/** Returns who declared which interests, and who signed the final table. */
const createCommittee = (data: ReportData) => [
  createWordHeading('声明与签署'),
  ...describeCommittee(data).map((sentence) => createWordParagraph(sentence)),
  ...listCommitteeSheets(data).flatMap((sheet) => createSheetSection(sheet, [])),
]

function createMethod(data: ReportData): WordPart[] {
  const { setup, judges, absentJudges = [], steps, methodVersion, lockedAt, lockHash, seals = [] } = data
  return [
    createWordHeading('方法与过程'),
    createWordParagraph(`评估方法：M${methodVersion}；评委分数取${AGGREGATE_LABELS[setup.aggregate]}。`),
    ...describeTemplate(setup).map((text) => createWordParagraph(text)),
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

const createVerification = ({ hash, signature, keyId }: SignedReport, url: string): WordPart[] => [
  createWordHeading('核验'),
  createWordParagraph(
    '本文档由签名的报告数据生成。以网页上的报告或下载的JSON文件为准，可在网站的核验页检查是否被改动。',
  ),
  createWordParagraph(`报告地址：${url}`),
  createWordParagraph(`数据的SHA-256：${hash}`),
  createWordParagraph(`Ed25519签名：${signature}`),
  createWordParagraph(`公钥编号：${keyId}`),
]
