/** Writes a report as the Word document 评审报告, as committees file it: from the basis to the signatures, then the annexes. */
import { LeaderType, TableOfContents } from 'docx'
import { describeRecord } from '#contracts/evaluation-projects/acts.ts'
import type { ReportData, ReportReply } from '#contracts/evaluation-projects/report.ts'
import { toChineseNumeral } from '#contracts/rules/chinese-numeral.ts'
import { describeReportOrigin } from '#contracts/rules/evaluation/describe-report-origin.ts'
import { describeEvaluation, type ReportSentences } from '#contracts/rules/evaluation/report-sentences.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import {
  createWordBullets,
  createWordFacts,
  createWordHeading,
  createWordParagraph,
  createWordTable,
  createWordTitle,
  type WordPart,
  writeWordDocument,
} from '#server/platform/tables/word-parts.ts'
import { listCountedSheets } from '../counted-sheets.ts'
import { createRecordSheet, createRevisions, createSteps, createTrials } from '../sheets.ts'
import { createDissent, createMembers, createSignatures, drawSignatures } from './committee-parts.ts'
import {
  createCandidates,
  createEvidence,
  createPrices,
  createScoresByJudge,
  createStandings,
  createValidity,
} from './finding-parts.ts'
import { createBasis, createMethod } from './method-parts.ts'
import { createRunParts } from './run-parts.ts'
import { createSheetTable } from './sheet-section.ts'

type Section = readonly [title: string, parts: readonly WordPart[]]

/** Returns the document's bytes. `url` is where the report can be verified. */
export async function writeReportDocument({ report, url }: { report: ReportReply; url: string }): Promise<Buffer> {
  const { data } = report
  const drawings = await drawSignatures(data)
  const { name, ownerName } = data.project
  const sentences = describeEvaluation(data)
  const annexes = listAnnexes(report, url).filter(hasParts)
  const sections: Section[] = [
    ['项目概况', createOverview(report)],
    ['评审依据', createBasis(data)],
    ['评审成员', createMembers(data)],
    ['评审办法与权重', createMethod(data)],
    ['候选', createCandidates(data)],
    ['有效性审查', createValidity(data)],
    ['各评委评分', createScoresByJudge(data)],
    ['价格评审', createPrices(data)],
    ['由数据计算的准则', listCountedSheets(data).flatMap((sheet) => createTitledTable(sheet))],
    ['汇总与名次', [...createStandings(data), ...createWordBullets([...sentences.excluded, ...sentences.lowOffers])]],
    ['推荐意见', createRecommendation(sentences)],
    ['不同意见', createDissent(data)],
    ['附件清单', createAnnexList(report, annexes)],
    ['签署', createSignatures(data, drawings)],
  ]
  return writeWordDocument({
    title: `${name} 评审报告`,
    header: `${name}　评审报告　编号：${data.id}`,
    creator: ownerName,
    hasFields: true,
    children: [
      createWordTitle(`${name} 评审报告`),
      createWordParagraph(describeReportOrigin(ownerName, report.isPublished), { isCentred: true }),
      new TableOfContents('目录', { hyperlink: true, headingStyleRange: '1-1', tabLeader: LeaderType.NONE }),
      ...sections
        .filter(hasParts)
        .flatMap(([title, parts], index) => [createWordHeading(`${toChineseNumeral(index + 1)}、${title}`), ...parts]),
      ...annexes.flatMap(([title, parts], index) => [
        createWordHeading(`附件${index + 1}　${title}`, 1, { isOnNewPage: index === 0 }),
        ...parts,
      ]),
    ],
  })
}

const hasParts = ([, parts]: Section): boolean => parts.length > 0

const createTitledTable = (sheet: Parameters<typeof createSheetTable>[0]): WordPart[] =>
  sheet.rows.length === 0 ? [] : [createWordHeading(sheet.name, 2), ...createSheetTable(sheet)]

const formatTime = (time: string): string => `${formatMinuteInShanghai(new Date(time))}（北京时间）`

function createOverview({ data }: ReportReply): WordPart[] {
  const { id, project, createdAt, setup, judges, steps } = data
  const begun = steps.find(({ to }) => to === 'scoring')
  return [
    createWordFacts([
      ['项目', project.name],
      ['编号', id],
      ['负责人', project.ownerName],
      ['开始打分', begun ? formatTime(begun.at) : '—'],
      ['定稿', formatTime(createdAt)],
      ['规模', `候选${setup.candidates.length}个，计入的评委${judges.length}位，阶段变更${steps.length}次`],
      ...(project.description === '' ? [] : [['说明', project.description] as const]),
    ]),
  ]
}

function createRecommendation(sentences: ReportSentences): WordPart[] {
  const createPart = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [createWordHeading(title, 2), ...createWordBullets(texts)]
  return [
    createWordParagraph(sentences.verdict, { isBold: true }),
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

const listAnnexes = (report: ReportReply, url: string): Section[] => [
  ['评分与证据', createEvidence(report.data)],
  ['复议修改', createSheetTable(createRevisions(report.data), { percents: [14, 16, 12, 11, 7, 12, 16, 12] })],
  ['测试', createSheetTable(createTrials(report.data), { percents: [22, 18, 9, 8, 8, 12, 10, 13] })],
  ['实测', createRunParts(report.data.runs)],
  ['密封的题目', createSeals(report.data)],
  ['阶段变更', createSheetTable(createSteps(report.data), { percents: [22, 12, 12, 18, 36] })],
  ['项目记录', createRecord(report)],
  ['核验', createVerification(report, url)],
]

const createRecord = ({ data: { record = [] }, hash }: ReportReply): WordPart[] =>
  record.length === 0
    ? []
    : [
        createWordParagraph(describeRecord(record.length, hash)),
        ...createSheetTable(createRecordSheet(record), { percents: [19, 14, 10, 17, 40] }),
      ]

const createSeals = ({ seals = [] }: ReportData): WordPart[] =>
  seals.length === 0
    ? []
    : [
        createWordTable(
          ['密封时间', '题数', 'SHA-256', '随机数'],
          seals.map(({ hash, sealedAt, nonce, questions }) => [
            formatMinuteInShanghai(new Date(sealedAt)),
            String(questions.length),
            hash,
            nonce ?? '已无法解开',
          ]),
          { percents: [18, 8, 37, 37] },
        ),
      ]

/** Lists the annexes below, and the files beside this document with the hashes by which they can be checked. */
function createAnnexList({ data, hash }: ReportReply, annexes: readonly Section[]): WordPart[] {
  const files = new Map(data.scores.flatMap((score) => score.files.map((file) => [file.hash, file.name] as const)))
  const appendix = data.runs?.appendix
  return [
    ...(annexes.length === 0 ? [] : createWordBullets(annexes.map(([title], index) => `附件${index + 1}　${title}`))),
    createWordHeading('另存的文件', 2),
    createWordTable(
      ['文件', 'SHA-256'],
      [
        ['报告的全部数据（JSON，规范形式）', hash],
        ...(appendix ? [[`实测附录（JSONL，${appendix.trials}次试次）`, appendix.sha256]] : []),
        ...(data.seals ?? []).map((seal) => [
          `密封的题目（${formatMinuteInShanghai(new Date(seal.sealedAt))}）`,
          seal.hash,
        ]),
        ...[...files].map(([fileHash, fileName]) => [`证据：${fileName}`, fileHash]),
      ],
      { percents: [30, 70] },
    ),
    createWordParagraph(
      '评分汇总表与价格评审表（Excel）由同一份数据生成，各数均为公式，可逐格追溯到评委的打分与报价。',
    ),
  ]
}

const createVerification = ({ hash, signature, keyId }: ReportReply, url: string): WordPart[] => [
  createWordParagraph(
    '本文档由签名的报告数据生成。以网页上的报告或下载的JSON文件为准，可在网站的核验页检查是否被改动。',
  ),
  createWordFacts([
    ['报告地址', url],
    ['数据的SHA-256', hash],
    ['Ed25519签名', signature],
    ['公钥编号', keyId],
  ]),
]
