import { XMLValidator } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { createReportData } from '#testing/factories/report-data.ts'
import { openZip } from '#testing/factories/zip.ts'
import { writeReportDocument } from './document.ts'
import { writeReportWorkbook } from './document-worker.ts'

const HASH = 'e'.repeat(64)
const toReport = (data: ReportData) => ({
  data,
  hash: HASH,
  signature: 'S',
  keyId: 'K',
  isCurrent: true,
  newerAt: null,
  isPublished: false,
  withdrawnAt: null,
})
const writeDocument = async (data: ReportData) =>
  openZip(await writeReportDocument({ report: toReport(data), url: 'https://zhijian.example/r' }))
async function readDocument(data: ReportData): Promise<string> {
  const xml = (await writeDocument(data)).read('word/document.xml')
  expect(XMLValidator.validate(xml)).toBe(true)
  return (xml.match(/(?<=<w:t[^>]*>)[^<]+/g) ?? []).join('\n')
}
const readFormulas = (bytes: Buffer, sheet: number): Map<string, string[]> =>
  new Map(
    [
      ...openZip(bytes)
        .read(`xl/worksheets/sheet${sheet}.xml`)
        .matchAll(/<c r="([A-Z]+\d+)"[^>]*><f>([^<]*)<\/f><v>([^<]*)<\/v>/g),
    ].map(([, cell = '', formula = '', value = '']) => [cell, [formula, value]]),
  )

it('has the sections of a report that a committee files, in their order', async () => {
  const text = await readDocument(createReportData())
  const titles = [
    '一、项目概况',
    '二、评审依据',
    '三、评审成员',
    '四、评审办法与权重',
    '五、候选',
    '六、有效性审查',
    '七、各评委评分',
    '八、价格评审',
    '九、汇总与名次',
    '十、推荐意见',
    '十一、不同意见',
    '十二、附件清单',
    '十三、签署',
    '附件1　评分与证据',
  ]
  const positions = titles.map((title) => text.lastIndexOf(title))
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(positions).not.toContain(-1)
  for (const words of ['财政部令第87号', '2017-10-01起施行', '赵评委', HASH, '评委3']) expect(text).toContain(words)
})

it('says what judges declared, who signed, and why somebody dissented', async () => {
  const data = createReportData()
  const at = data.createdAt
  const signature = { drawing: null, signedAt: at, reason: '' }
  const text = await readDocument({
    ...data,
    interest: {
      statement: '本人声明如下',
      statementHash: 'c'.repeat(64),
      declarations: [
        {
          judge: 'j0',
          name: '评委1',
          declaredAt: at,
          isCurrent: true,
          conflicts: [{ candidate: 'k0', name: '候选1', reason: '曾任顾问', declaredAt: at, withdrawals: [] }],
        },
      ],
    },
    signing: {
      isRequired: false,
      tableHash: 'd'.repeat(64),
      order: [],
      signatures: [
        {
          ...signature,
          judge: 'j0',
          name: '陈共有',
          position: 'dissented',
          reason: '价格权重过高',
          tableHash: 'd'.repeat(64),
        },
        { ...signature, judge: 'j1', name: '评委2', position: 'dissented', reason: '已失效的意见', tableHash: 'old' },
      ],
      unsigned: ['评委3'],
      unsignedReason: '出差',
    },
  })
  for (const words of [
    '对“候选1”回避：曾任顾问',
    '没有声明',
    '价格权重过高',
    '陈共有（评委席：评委1）',
    '没有签署终表：评委3。定稿的原因：出差',
    'c'.repeat(64),
    'd'.repeat(64),
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('已失效的意见')
})

it('shows the drawings of the signatures that stand', async () => {
  const data = createReportData()
  const tableHash = 'd'.repeat(64)
  const signature = { signedAt: data.createdAt, position: 'agreed', reason: '', drawing: 'M40 80L430 70' } as const
  const { names } = await writeDocument({
    ...data,
    signing: {
      isRequired: false,
      tableHash,
      order: [],
      signatures: [
        { ...signature, judge: 'j0', name: '评委1', tableHash },
        { ...signature, judge: 'j1', name: '评委2', tableHash: 'old' },
        { ...signature, judge: 'j2', name: '评委3', tableHash, drawing: null },
      ],
      unsigned: [],
      unsignedReason: '',
    },
  })
  expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(1)
})

it('finds offers above the ceiling invalid, and keeps them out of the order', async () => {
  const text = await readDocument(createReportData({ prices: [100, 130, 42] }))
  const [validity = ''] = text.split('七、各评委评分').slice(-1 - 1)
  expect(validity.slice(validity.lastIndexOf('六、有效性审查'))).toContain('无效，不参加排名')
})

it('keeps candidates without an offer out of the order, in Word and in Excel', async () => {
  const { setup, offers = [], ...others } = createReportData()
  const last = setup.candidates.at(-1)
  // As the analysis has it: candidates without an offer aren't in it.
  const analysis = { ...others.analysis, candidates: others.analysis.candidates.filter(({ key }) => key !== last?.key) }
  const data = { ...others, setup, analysis, offers: offers.filter(({ candidate }) => candidate !== last?.key) }
  const text = await readDocument(data)
  const sentence = `${last?.name}未报价，没有价格分，也不参加排名。`
  const [validity = ''] = text.split('七、各评委评分').slice(-1 - 1)
  expect(validity.slice(validity.lastIndexOf('六、有效性审查'))).toContain('未报价，不参加排名')
  expect(text).toContain(sentence)
  const strings = openZip(await writeReportWorkbook(toReport(data))).read('xl/sharedStrings.xml')
  for (const words of [sentence, '未报价，不参加排名', `不参加排名：${last?.name}`]) expect(strings).toContain(words)
})

it('writes hostile texts as texts, in Word and in Excel', async () => {
  const data = createReportData({
    name: "=cmd|'/c calc'!A1\u0001\ud800",
    note: '字'.repeat(32_767),
    candidates: 1,
    judges: 1,
  })
  expect(await readDocument(data)).toContain('=cmd|')
  const zip = openZip(await writeReportWorkbook(toReport(data)))
  for (const name of zip.names.filter((item) => item.endsWith('.xml'))) {
    expect(XMLValidator.validate(zip.read(name)), name).toBe(true)
    expect(zip.read(name)).not.toMatch(/<f>[^<]*cmd/)
  }
})

it('divides judges who do not fit across a page evenly between tables', async () => {
  const text = await readDocument(createReportData({ judges: 7, candidates: 1 }))
  const [, continued = ''] = text.split('续表\n')
  expect(continued.split('\n').slice(0, 8)).toEqual([
    '分组',
    '准则',
    '分值',
    '评委5',
    '评委6',
    '评委7',
    '采用分',
    '折算分',
  ])
})

it('refers to the workbook for more scores than a document holds', async () => {
  const data = createReportData()
  const scores = Array.from({ length: Math.ceil(1_501 / data.scores.length) }, () => data.scores).flat()
  const text = await readDocument({ ...data, scores })
  expect(text).toMatch(/评分共\d+条，超过1500条/)
})

it('derives price scores in Excel by the published formula, with our values', async () => {
  const prices = readFormulas(await writeReportWorkbook(toReport(createReportData({ candidates: 4 }))), 5)
  expect(prices.get('F5')).toEqual(['IF(B5&lt;=$B$8,E5,"无效")', '95'])
  expect(prices.get('B9')).toEqual(['MIN($F$4:$F$7)', '42'])
  const [formula, value] = prices.get('G5') ?? []
  expect(formula).toBe('IF(ISNUMBER(F5),100*$B$9/F5,0)')
  expect(Number(value)).toBeCloseTo((100 * 42) / 95, 9)
  expect(Number(prices.get('I5')?.[1])).toBeCloseTo(13.263, 3)
})

it('derives totals and ranks in Excel from the scores by judge', async () => {
  const data = createReportData({ aggregate: 'median', judges: 4 })
  const bytes = await writeReportWorkbook(toReport(data))
  const summary = readFormulas(bytes, 1)
  expect([...summary.entries()].filter(([cell]) => cell.startsWith('C')).map(([, [, value]]) => Number(value))).toEqual(
    data.analysis.candidates.map(({ total }) => total),
  )
  expect(summary.get('A4')).toEqual(['1+SUMPRODUCT(--(ROUND($C$4:$C$6,8)&gt;ROUND(C4,8)))', '1'])
  expect([...readFormulas(bytes, 3).values()].map(([formula]) => formula)).toContain('MEDIAN(E6:H6)')
})
