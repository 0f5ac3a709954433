/** The parts of a report about people: the members with their declarations, dissent, and lines for signatures. */
import sharp from 'sharp'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { SIGNATURE_POSITION_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { SIGNATURE } from '#contracts/limits.ts'
import { describeDeclarant, isStanding } from '#contracts/rules/evaluation/conflicts.ts'
import { describeInterests, describeSignatures } from '#contracts/rules/evaluation/describe-committee.ts'
import { couldSeeOthersFirst } from '#contracts/rules/evaluation/describe-independence.ts'
import { describeSigner, listValidSignatures } from '#contracts/rules/evaluation/final-table.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import {
  createWordFacts,
  createWordHeading,
  createWordParagraph,
  createWordSignatures,
  createWordTable,
  type WordPart,
  type WordPicture,
} from '#server/platform/tables/word-parts.ts'

/** Earlier reports have no times. */
const formatTime = (time: string | null | undefined): string => (time ? formatMinuteInShanghai(new Date(time)) : '—')

type Declaration = NonNullable<ReportData['interest']>['declarations'][number]

/** Returns the members, what they declared, and who was invited but doesn't count. */
export function createMembers(data: ReportData): WordPart[] {
  const { judges, absentJudges = [], interest, project } = data
  const declarations = interest?.declarations ?? []
  return [
    createWordTable(
      ['序号', '评委', '提交评分', '提交前可见他人评分', '利益冲突声明'],
      judges.map((judge, index) => [
        String(index + 1),
        judge.name,
        formatTime(judge.submittedAt),
        couldSeeOthersFirst(judge) ? '是' : '否',
        describeDeclaration(declarations.find((declaration) => declaration.judge === judge.id)),
      ]),
      { percents: [8, 18, 18, 16, 40] },
    ),
    createWordParagraph(`项目负责人：${project.ownerName}。${describeOwners(declarations)}`),
    ...declarations
      .filter(({ isRemoved }) => isRemoved)
      .map((declaration) =>
        createWordParagraph(
          `${declaration.name}${describeDeclarant(declaration)}的声明：${describeDeclaration(declaration)}`,
        ),
      ),
    ...(absentJudges.length > 0
      ? [createWordParagraph(`受邀而没有提交评分、未计入：${absentJudges.join('、')}。`)]
      : []),
    ...describeInterests(data).map((sentence) => createWordParagraph(sentence)),
    ...(interest
      ? [
          createWordHeading('评委所确认的声明', 2),
          ...interest.statement.split('\n').map((line) => createWordParagraph(line)),
          createWordFacts([['声明与候选的SHA-256', interest.statementHash]]),
        ]
      : []),
  ]
}

const describeOwners = (declarations: readonly Declaration[]): string =>
  declarations
    .filter(({ judge }) => judge === null)
    .map((declaration) => `负责人${declaration.name}的声明：${describeDeclaration(declaration)}`)
    .join('\n')

function describeDeclaration(declaration: Declaration | undefined): string {
  if (!declaration) return '没有声明'
  const { declaredAt, conflicts } = declaration
  const standing = conflicts.filter(isStanding)
  const withdrawn = conflicts.filter((conflict) => !isStanding(conflict))
  return [
    standing.length === 0 ? `没有利益冲突（${formatTime(declaredAt)}）` : '',
    ...standing.map(({ name, reason }) => `对“${name}”回避：${reason}`),
    ...withdrawn.map(({ name, reason }) => `曾声明与“${name}”：${reason}，经同意撤回`),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

const listSignatures = ({ signing }: ReportData) => (signing ? listValidSignatures(signing) : [])

/** Returns the dissent with its reasons; that there was none, if all of those who signed agreed. */
export function createDissent(data: ReportData): WordPart[] {
  const signatures = listSignatures(data)
  const dissent = signatures.filter(({ position }) => position === 'dissented')
  if (dissent.length > 0)
    return [
      createWordTable(
        ['评委', '保留意见的理由', '时间'],
        dissent.map((signature) => [
          describeSigner(signature, data.judges),
          signature.reason,
          formatTime(signature.signedAt),
        ]),
        { percents: [20, 60, 20] },
      ),
    ]
  return [
    createWordParagraph(
      signatures.length > 0 ? '签署终表的评委都同意，没有保留意见。' : '没有评委在平台上签署终表，也没有登记保留意见。',
    ),
  ]
}

/** The width at which a drawing fits beside the other columns. */
const DRAWING_WIDTH = 132

/** Returns the drawings of the signatures that stand, by judge, as pictures that every program shows. */
export async function drawSignatures(data: ReportData): Promise<ReadonlyMap<string, WordPicture>> {
  const drawings = new Map<string, WordPicture>()
  const { width, height } = SIGNATURE
  for (const { judge, name, drawing } of listSignatures(data)) {
    if (drawing === null) continue
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${drawing}" fill="none" stroke="#000" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
    drawings.set(judge, {
      png: await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer(),
      width: DRAWING_WIDTH,
      height: (DRAWING_WIDTH * height) / width,
      text: `${name}的手写签名`,
    })
  }
  return drawings
}

/** Returns who signed on the platform, who didn't, and lines to sign the printed document by hand. */
export function createSignatures(data: ReportData, drawings: ReadonlyMap<string, WordPicture>): WordPart[] {
  const { signing, judges, project } = data
  const signatures = listSignatures(data)
  return [
    ...(signatures.length > 0
      ? [
          createWordHeading('平台上的签署', 2),
          createWordTable(
            ['签署人', '意见', '手写签名', '时间'],
            signatures.map((signature) => [
              describeSigner(signature, judges),
              SIGNATURE_POSITION_LABELS[signature.position],
              drawings.get(signature.judge) ?? '—',
              formatTime(signature.signedAt),
            ]),
            { percents: [24, 18, 34, 24] },
          ),
        ]
      : []),
    ...describeSignatures({ signing }).map((sentence) => createWordParagraph(sentence)),
    ...(signatures.length > 0 ? [createWordFacts([['所签终表的SHA-256', signing?.tableHash ?? '']])] : []),
    createWordHeading('纸质签字', 2),
    createWordSignatures([
      ...judges.map(({ name }) => ['评委', name] as const),
      ['负责人', project.ownerName],
      ['监督人', ''],
    ]),
  ]
}
