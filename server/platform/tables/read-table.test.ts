import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TABLE } from '#contracts/limits.ts'
import { createWorkbook } from '#testing/factories/workbook.ts'
import { createZip } from '#testing/factories/zip.ts'
import { readTable } from './read-table.ts'
import { writeTable } from './write-table.ts'

const TITLES = ['名称', '描述']
const ROWS = [
  ['智能客服', '含“引号”、"quotes", 逗号,\r\n与换行'],
  ['=1+1', "'=2+2"],
  ['  两边有空白  ', '🚀\u007f\r_x0041_'],
  ['-5', '＝全角'],
]
const getValues = async (bytes: Buffer) =>
  (await readTable(bytes)).rows.map(({ values }) => TITLES.map((title) => values.get(title)))

it.each(['csv', 'xlsx'] as const)('reads a table that was written as %s unchanged', async (format) => {
  const columns = TITLES.map((title, index) => ({ key: title, title, cell: (row: string[]) => row[index] ?? null }))
  expect(await getValues((await writeTable(format, columns, ROWS)).bytes)).toEqual(ROWS)
})

it.each(['csv', 'xlsx'] as const)('reads every text that can be stored unchanged from %s', async (format) => {
  const texts = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '甲',
        '"',
        ',',
        '\n',
        '\r',
        '\u0001',
        '\u001b',
        '\ufffe',
        '_x0041_',
        '=',
        "'",
        ' ',
        '\t',
        '<',
        '&',
      ),
      fc.integer({ min: 1, max: 0x20 }).map((code) => String.fromCharCode(code)),
    ),
    minLength: 1,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 40 }), async (values) => {
      const columns = ['名称', '描述'].map((title, index) => ({
        key: title,
        title,
        cell: (row: string[]) => row[index] ?? null,
      }))
      const rows = values.map((text, index) => [`产品${index}`, text])
      expect(await getValues((await writeTable(format, columns, rows)).bytes)).toEqual(rows)
    }),
    { numRuns: 5, seed: 1 },
  )
})

describe('CSV', () => {
  it.each([
    ['UTF-8 without a byte order mark', Buffer.from('名称,描述\n甲,乙')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff名称,描述\r\n甲,乙\r\n')],
    ['UTF-16, as Excel saves Unicode text', Buffer.from('\ufeff名称\t描述\r\n甲\t乙\r\n', 'utf16le')],
    ['GBK, as Excel saves CSV in China', Buffer.from('c3fbb3c62cc3e8caf60d0abcd72cd2d2', 'hex')],
    ['UTF-8 with semicolons', Buffer.from('名称;描述\n甲;乙')],
    ['UTF-8 with tabs', Buffer.from('名称\t描述\n甲\t乙')],
  ])('is read in %s', async (_, bytes) => {
    expect(await readTable(bytes)).toMatchObject({
      columns: TITLES,
      rows: [{ row: 2, values: new Map(Object.entries({ 名称: '甲', 描述: '乙' })) }],
    })
  })

  it('is read without blank rows and cells, with row numbers as in a spreadsheet', async () => {
    const { columns, rows } = await readTable(Buffer.from('名称, 描述 ,\n\n甲,\n,,\n"a\nb",乙\n'))
    expect(columns).toEqual(TITLES)
    expect(rows.map(({ row, values }) => [row, Object.fromEntries(values)])).toEqual([
      [3, { 名称: '甲' }],
      [5, { 名称: 'a\nb', 描述: '乙' }],
    ])
  })

  it('is read by the delimiter that its first line names for Excel', async () => {
    const { columns, rows } = await readTable(Buffer.from('\ufeffsep=;\r\n名称;描述,全文\r\n甲;乙,丙\r\n'))
    expect(columns).toEqual(['名称', '描述,全文'])
    expect(rows).toEqual([{ row: 2, values: new Map(Object.entries({ 名称: '甲', '描述,全文': '乙,丙' })) }])
  })

  it('reports a row with more cells than the heading', async () => {
    const { rows } = await readTable(Buffer.from('名称,描述\n甲,乙,丙\n丁,戊'))
    expect(rows.map(({ problem }) => problem)).toEqual(['比表头多出1个单元格，请检查引号和分隔符', undefined])
  })
})

describe('JSON', () => {
  it.each([
    ['a list', [{ name: '甲', tags: ['一'] }]],
    ['a document', { pageInfo: {}, products: [{ name: '甲', tags: ['一'] }] }],
    ['a reply', { success: true, data: { products: [{ name: '甲', tags: ['一'] }] } }],
  ])('is read from %s', async (_, value) => {
    const rows = [{ row: 1, values: new Map(Object.entries({ name: '甲', tags: ['一'] })) }]
    expect(await readTable(Buffer.from(`\ufeff ${JSON.stringify(value)}`))).toMatchObject({
      columns: ['name', 'tags'],
      rows,
    })
  })

  it('reports items that are not objects', async () => {
    const { rows } = await readTable(Buffer.from('[{"name":"甲"},"乙",[1],null]'))
    expect(rows.map(({ row, problem }) => [row, problem])).toEqual([
      [1, undefined],
      [2, '应为一个对象'],
      [3, '应为一个对象'],
      [4, '应为一个对象'],
    ])
  })
})

describe('Excel', () => {
  it('contains numbers as such and booleans as displayed', async () => {
    const workbook = createWorkbook(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>名称</t></is></c><c r="B1" t="inlineStr"><is><t>评分</t></is></c></row>' +
        '<row r="3"><c r="A3"><v>360</v></c><c r="B3" t="b"><v>1</v></c></row>',
    )
    expect(await readTable(workbook)).toMatchObject({
      columns: ['名称', '评分'],
      rows: [{ row: 3, values: new Map<string, unknown>(Object.entries({ 名称: 360, 评分: 'TRUE' })) }],
    })
  })
})

describe('readTable', () => {
  const many = (rows: number) => Buffer.from(`name\n${'x\n'.repeat(rows)}`)
  it.each([
    ['a file with only a heading', Buffer.from('name,slogan\n'), 'invalid', '文件里没有数据行'],
    ['a blank heading', Buffer.from(',,\n ,'), 'invalid', /没有读到表头/],
    ['a duplicate heading', Buffer.from('name,name\na,b'), 'invalid', '表头“name”出现了两次'],
    ['an unclosed quote', Buffer.from('name\n甲\n"乙'), 'invalid', '第3行的引号不成对'],
    ['a file that is not text', Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x81]), 'invalid', /文字编码/],
    ['a PDF', Buffer.from('%PDF-1.7 ...'), 'unsupportedMediaType', /只支持/],
    ['an old or encrypted workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'unsupportedMediaType', /\.xls/],
    ['a web page named .xls', Buffer.from('<html><body><table><tr><td>名称'), 'unsupportedMediaType', /网页格式/],
    [
      'a spreadsheet in XML',
      Buffer.from('<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
      'unsupportedMediaType',
      /XML格式/,
    ],
    ['an OpenDocument sheet', createZip({ 'content.xml': '<a/>' }), 'unsupportedMediaType', /\.ods/],
    ['too many rows', many(TABLE.rows + 1), 'payloadTooLarge', /5000行/],
    [
      'too many columns',
      Buffer.from(`${Array.from({ length: TABLE.columns + 1 }, (_, index) => `c${index}`)}\na`),
      'payloadTooLarge',
      new RegExp(`${TABLE.columns}列`),
    ],
    [
      'a cell that is too long',
      Buffer.from(`name\n${'字'.repeat(TABLE.cell + 1)}`),
      'payloadTooLarge',
      '第2行的“name”过长',
    ],
    ['invalid JSON', Buffer.from('[{"name":}]'), 'invalid', '导入文件格式错误'],
    ['JSON that is nested too deep', Buffer.from(`${'['.repeat(50)}${']'.repeat(50)}`), 'invalid', /嵌套/],
    ['a key that would change a prototype', Buffer.from('[{"__proto__":{"a":1}}]'), 'invalid', /./],
    ['JSON without a list', Buffer.from('{"a":1}'), 'invalid', /列表/],
    ['a ZIP file that is not a workbook', createZip({ 'a.txt': 'a' }), 'invalid', '工作簿已损坏或无法识别'],
    ['a truncated ZIP file', createZip({ 'a.txt': 'a' }).subarray(0, 40), 'invalid', /工作簿/],
    ['a workbook with an invalid sheet', createWorkbook('<row'), 'invalid', '工作簿已损坏或无法识别'],
  ])('rejects %s', async (_, bytes, code, message) => {
    await expect(readTable(bytes)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('accepts the maximum number of rows', async () => {
    expect((await readTable(many(TABLE.rows))).rows.length).toBe(TABLE.rows)
  })

  it('rejects a workbook that unpacks to more than the limit, although its directory declares a small size', async () => {
    const bomb = { deflated: Buffer.alloc(TABLE.unpackedBytes + 1, ' '), declaredBytes: 10 }
    const workbook = createWorkbook('', { 'xl/worksheets/sheet2.xml': bomb })
    expect(workbook.length).toBeLessThan(200_000)
    await expect(readTable(workbook)).rejects.toMatchObject({ code: 'payloadTooLarge', message: /展开后过大/ })
  })

  it('rejects a sheet with its only cell in row two billion', async () => {
    const workbook = createWorkbook('<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>')
    await expect(readTable(workbook)).rejects.toMatchObject({ code: 'payloadTooLarge', message: /展开后过大/ })
  }, 60_000)
})
