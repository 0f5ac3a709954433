/** Exports a shortlist's questions to vendors, one per unknown requirement, as a Word document or a workbook. */
import { Document, Packer, PageOrientation } from 'docx'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { NamedRequirement, Shortlist } from '#contracts/shortlists/shortlist.ts'
import { WORD_STYLES, wordHeading, wordParagraph, wordTable, wordTitle } from '#server/platform/tables/word-parts.ts'
import { writeWorkbook } from '#server/platform/tables/xlsx.ts'

type Question = { requirement: string; kind: '必须' | '希望'; text: string }
type Questionnaire = { product: string; questions: Question[] }

const COLUMNS = [
  { title: '要求', width: 16 },
  { title: '类型', width: 8 },
  { title: '问题', width: 48 },
  { title: '厂商答复', width: 32 },
  { title: '证明材料（链接、证书编号或文档）', width: 32 },
] as const
/** Column widths in percent of the page width. */
const WIDTHS = [14, 7, 33, 23, 23]

/** Lists the questions on unknown facts, for each product that meets or may meet the requirements. */
export const listQuestions = ({ meets, may }: Pick<Shortlist, 'meets' | 'may'>): Questionnaire[] =>
  [
    ...meets.map(({ product, wantsUnknown }) => toQuestionnaire(product.name, [], wantsUnknown)),
    ...may.map(({ product, unknown, wantsUnknown }) => toQuestionnaire(product.name, unknown, wantsUnknown)),
  ].filter(({ questions }) => questions.length > 0)

const toQuestionnaire = (
  product: string,
  musts: readonly NamedRequirement[],
  wants: readonly NamedRequirement[],
): Questionnaire => ({
  product,
  questions: [
    ...musts.map((requirement) => toQuestion(requirement, '必须')),
    ...wants.map((requirement) => toQuestion(requirement, '希望')),
  ],
})

const toQuestion = ({ label, labels }: NamedRequirement, kind: Question['kind']): Question => ({
  requirement: label,
  kind,
  text: `产品目前的“${label}”情况如何？是否为：${labels.join('、')}？请说明适用的版本与条件。`,
})

const toCells = ({ requirement, kind, text }: Question) => [requirement, kind, text, '', '']

type Options = { url: string; now: Date }

/** Creates a Word document with the questions, one table for each product. */
export function writeQuestionDocument(shortlist: Shortlist, { url, now }: Options): Promise<Buffer> {
  const questionnaires = listQuestions(shortlist)
  return Packer.toBuffer(
    new Document({
      title: `${shortlist.title} 询问清单`,
      styles: WORD_STYLES,
      sections: [
        {
          properties: { page: { size: { orientation: PageOrientation.LANDSCAPE } } },
          children: [
            wordTitle(`${shortlist.title} 询问清单`),
            wordParagraph(`清单：${url}`),
            wordParagraph(
              `导出时间：${formatMinuteInShanghai(now)}（北京时间）。只列出资料中未知、需要厂商答复的要求。`,
            ),
            ...(questionnaires.length === 0 ? [wordParagraph('没有需要询问的要求。')] : []),
            ...questionnaires.flatMap(({ product, questions }) => [
              wordHeading(product),
              wordTable(
                COLUMNS.map(({ title }) => title),
                questions.map(toCells),
                WIDTHS,
              ),
            ]),
          ],
        },
      ],
    }),
  )
}

/** Creates a workbook with the questions on one sheet. */
export const writeQuestionWorkbook = (shortlist: Shortlist, { url, now }: Options): Promise<Buffer> =>
  writeWorkbook([
    {
      name: '询问清单',
      columns: [{ title: '产品', width: 24 }, ...COLUMNS],
      rows: listQuestions(shortlist).flatMap(({ product, questions }) =>
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
        ['清单', shortlist.title],
        ['地址', url],
        ['导出时间', `${formatMinuteInShanghai(now)}（北京时间）`],
      ],
    },
  ])
