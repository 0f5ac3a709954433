/**
 * Exports a shortlist's questions to vendors: what isn't known, and proof of what is known from the vendor alone. Each
 * vendor gets a document of its own; all together are for the buyer.
 */
import { Readable } from 'node:stream'
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import type { FactGrade } from '#contracts/facts/vocabulary.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { findWeakGrade, getMetGrade, type Requirement } from '#contracts/rules/shortlists/match-product.ts'
import { streamZip } from '#server/platform/files/zip-stream.ts'
import {
  createWordHeading,
  createWordParagraph,
  createWordTable,
  createWordTitle,
  writeWordDocument,
} from '#server/platform/tables/word-parts.ts'
import { writeWorkbook } from '#server/platform/tables/xlsx.ts'
import type { MatchedProduct, MatchedShortlist } from './match.ts'
import { askForProof, askRequirement, askValue } from './question-texts.ts'
import { type RequirableAttributes, toRequirableAttributes } from './requirements.ts'

const KIND_LABELS = { required: '必须', preferred: '希望', other: '了解' } as const
type QuestionKind = keyof typeof KIND_LABELS
type Question = { attribute: string; kind: QuestionKind; text: string }
type Questionnaire = { product: string; questions: Question[] }

const COLUMNS = [
  { title: '项目', width: 16 },
  { title: '类型', width: 8 },
  { title: '问题', width: 48 },
  { title: '厂商答复', width: 32 },
  { title: '证明材料（链接、证书编号或文档）', width: 32 },
] as const
/** Column widths in percent of the page width. */
const WORD_COLUMN_WIDTHS = [14, 7, 33, 23, 23]

/** Returns the products to ask about: the candidates or, without any, the best matching and uncertain products. */
const listQuestionedProducts = ({ result: { matching, uncertain }, candidates }: MatchedShortlist) =>
  candidates.length > 0
    ? candidates
    : [...matching.products, ...uncertain.products].slice(0, SHORTLIST_LIMITS.candidates)

/** Describes which products the questions are about, if not about all that may meet the requirements. */
export function describeOmittedProducts(matched: MatchedShortlist): string {
  const { candidates, result } = matched
  const count = result.matching.count + result.uncertain.count
  if (candidates.length > 0 || count <= SHORTLIST_LIMITS.candidates) return ''
  return `可能满足要求的产品有${count}个，只列出前${SHORTLIST_LIMITS.candidates}个；把产品加入清单后再导出，就只列出清单中的产品。`
}

/**
 * Lists the questions to the vendor of each product: about what is unknown, and for proof of what only its vendor says, or
 * sources below the required grade. Without requirements, they are about every attribute that comparisons show.
 */
export function listQuestions(matched: MatchedShortlist, attributes: readonly Attribute[]): Questionnaire[] {
  const { hasRequirements } = matched
  const filterable = toRequirableAttributes(attributes)
  return listQuestionedProducts(matched)
    .map((product) => ({
      product: product.product.name,
      questions: hasRequirements
        ? listRequirementQuestions(product, filterable)
        : listUnknownAttributes(attributes, product.facts).map(
            (attribute): Question => ({ attribute: attribute.label, kind: 'other', text: askValue(attribute) }),
          ),
    }))
    .filter(({ questions }) => questions.length > 0)
}

/** Returns the questions about the requirements that a product doesn't provably meet. */
function listRequirementQuestions({ match, facts }: MatchedProduct, attributes: RequirableAttributes): Question[] {
  const toQuestions = (
    kind: QuestionKind,
    unknown: readonly Requirement[],
    met: readonly Requirement[],
  ): Question[] => [
    ...unknown.flatMap((requirement) => toQuestion(kind, requirement, findWeakGrade(requirement, facts))),
    ...met.flatMap((requirement) =>
      getMetGrade(requirement, facts) === 'claimed' ? toQuestion(kind, requirement, 'claimed') : [],
    ),
  ]
  /** Asks for proof of what facts of a grade say; of what nothing says, how it is. */
  function toQuestion(kind: QuestionKind, requirement: Requirement, grade: FactGrade | null): Question[] {
    const attribute = attributes.get(requirement.attribute)
    if (!attribute) return []
    const text =
      grade === null ? askRequirement(attribute, requirement) : askForProof(attribute, { requirement, grade })
    return [{ attribute: attribute.label, kind, text }]
  }
  return [
    ...toQuestions('required', match.unknown, match.met),
    ...toQuestions('preferred', match.preferredUnknown, match.preferredMet),
  ]
}

/** Returns the attributes that comparisons show and for which no valid fact is known. */
const listUnknownAttributes = (attributes: readonly Attribute[], facts: readonly Fact[]): Attribute[] =>
  attributes.filter(
    ({ key, isCompared }) =>
      isCompared && !facts.some(({ attribute, staleReason }) => attribute === key && staleReason !== 'ended'),
  )

const toCells = ({ attribute, kind, text }: Question) => [attribute, KIND_LABELS[kind], text, '', '']

type Options = { title: string; url: string; now: Date; omittedProducts: string }

/** Creates a Word document with the questions, one table for each product. */
export const writeQuestionDocument = (
  questionnaires: readonly Questionnaire[],
  { title, url, now, omittedProducts }: Options,
): Promise<Buffer> =>
  writeWordDocument({
    title: `${title} 询问清单`,
    header: `${title} 询问清单`,
    isLandscape: true,
    children: [
      createWordTitle(`${title} 询问清单`),
      createWordParagraph(`清单：${url}`),
      createWordParagraph(
        `导出时间：${formatMinuteInShanghai(now)}（北京时间）。只列出资料中未知，或只有厂商自述、需要证明的项目。`,
      ),
      ...(omittedProducts === '' ? [] : [createWordParagraph(omittedProducts)]),
      ...(questionnaires.length === 0 ? [createWordParagraph('没有需要询问的项目。')] : []),
      ...questionnaires.flatMap(({ product, questions }) => [
        createWordHeading(product),
        createWordTable(
          COLUMNS.map((column) => column.title),
          questions.map(toCells),
          { percents: WORD_COLUMN_WIDTHS, isLandscape: true },
        ),
      ]),
    ],
  })

/** Creates a Word document for the vendor of each product, which names no other, as a ZIP archive. */
export const writeVendorDocuments = (
  questionnaires: readonly Questionnaire[],
  { now }: Pick<Options, 'now'>,
): Readable =>
  streamZip(
    questionnaires.map(({ product, questions }) => ({
      name: `${product}-询问清单.docx`,
      open: async () => ({ stream: Readable.from([await writeVendorDocument({ product, questions }, now)]) }),
    })),
  )

const writeVendorDocument = ({ product, questions }: Questionnaire, now: Date) =>
  writeWordDocument({
    title: `${product} 询问清单`,
    header: `${product} 询问清单`,
    isLandscape: true,
    children: [
      createWordTitle(`${product} 询问清单`),
      createWordParagraph('您好！我们正在选型，想向贵方了解下列情况，请在表中答复，并附上可以核对的材料。谢谢！'),
      createWordParagraph(`日期：${formatMinuteInShanghai(now).slice(0, 10)}`),
      createWordTable(
        COLUMNS.map((column) => column.title),
        questions.map(toCells),
        { percents: WORD_COLUMN_WIDTHS, isLandscape: true },
      ),
    ],
  })

/** Creates a workbook with the questions on one sheet. */
export const writeQuestionWorkbook = (
  questionnaires: readonly Questionnaire[],
  { title, url, now, omittedProducts }: Options,
): Promise<Buffer> =>
  writeWorkbook([
    {
      name: '询问清单',
      columns: [{ title: '产品', width: 24 }, ...COLUMNS],
      rows: questionnaires.flatMap(({ product, questions }) =>
        questions.map((question) => [product, ...toCells(question)]),
      ),
    },
    {
      name: '说明',
      columns: [
        { title: '项目', width: 14 },
        { title: '内容', width: 80 },
      ],
      rows: [
        ['清单', title],
        ['地址', url],
        ['导出时间', `${formatMinuteInShanghai(now)}（北京时间）`],
        ...(omittedProducts === '' ? [] : [['范围', omittedProducts]]),
      ],
    },
  ])
