/** What vendors have handed in, side by side, as sheets of a workbook. */
import type { OpenedAnswers } from '#contracts/inquiries/inquiry.ts'
import type { AskedQuestion } from '#contracts/inquiries/question.ts'
import { QUESTION_KIND_LABELS } from '#contracts/inquiries/statuses.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { describeAnswer } from '#contracts/rules/inquiries/describe-answer.ts'
import { describeHandedInBy } from '#contracts/rules/inquiries/describe-handed-in-by.ts'
import { getOfferTotal } from '#contracts/rules/inquiries/offer-total.ts'
import { formatSecondInShanghai } from '#contracts/rules/shanghai-time.ts'
import { tabulate } from '#server/platform/tables/tabulate.ts'
import { getCellName, getFirstRow, type Sheet, type SheetCell, writeWorkbook } from '#server/platform/tables/xlsx.ts'
import type { InquiryRecord } from './record.ts'

/** What a vendor handed in, with the name that its columns have. */
type VendorAnswers = OpenedAnswers & { name: string; email: string }

/** Returns a workbook: the answers, the prices with their totals, and as far as there are any: what differs from the catalogue, files and hashes. */
export function writeAnswerWorkbook(record: InquiryRecord, opened: readonly OpenedAnswers[]): Promise<Buffer> {
  const { title } = record.contents
  const vendors = nameVendors(record, opened)
  const questions = record.versions.at(-1)?.questions ?? []
  const prices = questions.filter(({ kind }) => kind === 'price')
  const sheets = [
    createAnswers(title, questions, vendors),
    ...(prices.length > 0 ? [createPrices(prices, vendors)] : []),
    ...[
      createDifferences(questions, vendors),
      createFiles(questions, vendors),
      createSubmissions(record, vendors),
    ].filter(({ rows }) => rows.length > 0),
  ]
  return writeWorkbook(sheets, { header: `${title}　回答对照表　编号：${record.id}` })
}

/** Returns the answers with the name of their product, and with the address if several answered for the same product. */
function nameVendors({ invitations }: InquiryRecord, opened: readonly OpenedAnswers[]): VendorAnswers[] {
  const answering = invitations.flatMap((invitation) => {
    const answers = opened.find((item) => item.invitation === invitation.id)
    return answers ? [{ answers, invitation }] : []
  })
  return answering.map(({ answers, invitation: { id, product, productName, email } }) => {
    const isShared = answering.some((other) => other.invitation.product === product && other.invitation.id !== id)
    return { ...answers, name: isShared ? `${productName}（${email}）` : productName, email }
  })
}

const createColumns = (...titles: readonly (readonly [title: string, width: number])[]) =>
  titles.map(([title, width]) => ({ title, width }))

const findAnswer = ({ handedIn }: VendorAnswers, question: AskedQuestion) =>
  handedIn.answers.find((answer) => answer.question === question.key)

const describeValue = (vendor: VendorAnswers, question: AskedQuestion): string =>
  describeAnswer(question, findAnswer(vendor, question)?.value ?? null)

/** Returns everything that a vendor answered to a question; a price is in a sheet of its own, as a number. */
function describeAll(vendor: VendorAnswers, question: AskedQuestion): string {
  const answer = findAnswer(vendor, question)
  const files = vendor.handedIn.files.filter((file) => file.question === question.key)
  const parts = [
    describeValue(vendor, question),
    answer?.note ?? '',
    answer?.sourceUrl ? `来源：${answer.sourceUrl}` : '',
    ...files.map(({ name }) => `文件：${name}`),
  ]
  return parts.filter((part) => part !== '').join('\n') || '没有回答'
}

const createAnswers = (
  title: string,
  questions: readonly AskedQuestion[],
  vendors: readonly VendorAnswers[],
): Sheet => ({
  name: '回答对照',
  caption: [`${title}　回答对照表`],
  frozenColumns: 2,
  ...tabulate(
    questions.map((question, index) => ({ question, number: index + 1 })),
    [
      { title: '序号', width: 6, cell: ({ number }) => number },
      { title: '问题', width: 30, cell: ({ question }) => question.title },
      { title: '类型', width: 10, cell: ({ question }) => QUESTION_KIND_LABELS[question.kind] },
      ...vendors.map((vendor) => ({
        title: vendor.name,
        width: 36,
        cell: ({ question }: { question: AskedQuestion }) => describeAll(vendor, question),
      })),
    ],
  ),
  notes: vendors.length === 0 ? ['没有厂商在截止前提交回答。'] : [],
})

const QUANTITY_COLUMN = 2
const FIRST_VENDOR_COLUMN = 3

/** Returns unit prices and amounts: each amount is quantity × unit price, and the totals are sums. */
function createPrices(prices: readonly AskedQuestion[], vendors: readonly VendorAnswers[]): Sheet {
  const caption = ['报价对照表（金额单位：元）']
  const first = getFirstRow({ caption })
  const rows: SheetCell[][] = prices.map((question, index) => [
    question.title,
    question.unit,
    question.quantity,
    ...vendors.flatMap((vendor, position): SheetCell[] => {
      const price = findAnswer(vendor, question)?.value
      if (typeof price !== 'number') return [null, null]
      const column = FIRST_VENDOR_COLUMN + 2 * position
      const row = first + index
      const formula = `${getCellName(QUANTITY_COLUMN, row)}*${getCellName(column, row)}`
      return [price, { formula, value: getOfferTotal([question], vendor.handedIn.answers) ?? 0 }]
    }),
  ])
  const totals = vendors.flatMap((vendor, position): SheetCell[] => {
    const column = FIRST_VENDOR_COLUMN + 2 * position + 1
    const range = `${getCellName(column, first)}:${getCellName(column, first + prices.length - 1)}`
    const total = getOfferTotal(prices, vendor.handedIn.answers)
    return [null, total === null ? '没有报价' : { formula: `SUM(${range})`, value: total }]
  })
  return {
    name: '报价对照',
    caption,
    frozenColumns: 1,
    columns: [
      ...createColumns(['项目', 30], ['单位', 12], ['数量', 10]),
      ...vendors.flatMap(({ name }) => [
        { title: `${name}\n单价`, width: 18, format: 'yuan' as const },
        { title: `${name}\n金额`, width: 20, format: 'yuan' as const },
      ]),
    ],
    rows: [...rows, ['合计', '', null, ...totals]],
  }
}

const createDifferences = (questions: readonly AskedQuestion[], vendors: readonly VendorAnswers[]): Sheet => ({
  name: '与目录对照',
  ...tabulate(
    questions
      .filter(({ attribute }) => attribute !== null)
      .flatMap((question) =>
        vendors.map((vendor) => {
          const fact = vendor.facts.find(({ attribute }) => attribute === question.attribute?.key)
          return {
            question: question.title,
            product: vendor.name,
            answer: describeValue(vendor, question),
            known: fact ? describeFactValue(fact, fact.value) : '',
          }
        }),
      ),
    [
      { title: '问题', width: 30, cell: ({ question }) => question },
      { title: '产品', width: 24, cell: ({ product }) => product },
      { title: '厂商的回答', width: 44, cell: ({ answer }) => answer || '没有回答' },
      { title: '目录中的资料', width: 44, cell: ({ known }) => known || '未知' },
      { title: '是否一致', width: 12, cell: ({ answer, known }) => compare(answer, known) },
    ],
  ),
})

function compare(text: string, known: string): string {
  if (text === '' || known === '') return '—'
  return text === known ? '一致' : '不一致'
}

const createFiles = (questions: readonly AskedQuestion[], vendors: readonly VendorAnswers[]): Sheet => {
  const titles = new Map(questions.map(({ key, title }) => [key, title]))
  return {
    name: '文件',
    ...tabulate(
      vendors.flatMap(({ name, handedIn }) => handedIn.files.map((file) => ({ product: name, file }))),
      [
        { title: '产品', width: 24, cell: ({ product }) => product },
        { title: '问题', width: 30, cell: ({ file }) => titles.get(file.question) ?? '' },
        { title: '文件', width: 40, cell: ({ file }) => file.name },
        { title: '字节', width: 14, cell: ({ file }) => file.size },
        { title: 'SHA-256', width: 34, cell: ({ file }) => file.hash },
      ],
    ),
  }
}

const createSubmissions = ({ invitations }: InquiryRecord, vendors: readonly VendorAnswers[]): Sheet => ({
  name: '提交',
  ...tabulate(vendors, [
    { title: '产品', width: 24, cell: ({ name }) => name },
    { title: '厂商邮箱', width: 30, cell: ({ email }) => email },
    {
      title: '提交人',
      width: 30,
      cell: ({ handedIn }) => (handedIn.by ? describeHandedInBy(handedIn.by) : '凭邀请链接提交'),
    },
    { title: '提交时间', width: 22, cell: ({ submittedAt }) => formatSecondInShanghai(new Date(submittedAt)) },
    { title: '确认的版本', width: 12, cell: ({ handedIn }) => handedIn.version },
    {
      title: 'SHA-256',
      width: 34,
      cell: ({ invitation }) => invitations.find(({ id }) => id === invitation)?.submissionHash ?? '',
    },
  ]),
})
