import { describe, expect, it } from 'vitest'
import { TABLE } from '#contracts/limits.ts'
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

it.each(['csv', 'xlsx'] as const)('reads back unchanged what was written as %s', async (format) => {
  const columns = TITLES.map((title, index) => ({ key: title, title, cell: (row: string[]) => row[index] ?? null }))
  expect(await getValues((await writeTable(format, columns, ROWS)).bytes)).toEqual(ROWS)
})

describe('CSV', () => {
  it.each([
    ['UTF-8 without a mark', Buffer.from('名称,描述\n甲,乙')],
    ['a mark', Buffer.from('\ufeff名称,描述\r\n甲,乙\r\n')],
    ['UTF-16, as Excel saves Unicode text', Buffer.from('\ufeff名称\t描述\r\n甲\t乙\r\n', 'utf16le')],
    ['GBK, as Excel saves CSV in China', Buffer.from('c3fbb3c62cc3e8caf60d0abcd72cd2d2', 'hex')],
    ['semicolons', Buffer.from('名称;描述\n甲;乙')],
    ['tabs', Buffer.from('名称\t描述\n甲\t乙')],
  ])('is read in %s', async (_, bytes) => {
    expect(await readTable(bytes)).toEqual({
      columns: TITLES,
      rows: [{ row: 2, values: new Map(Object.entries({ 名称: '甲', 描述: '乙' })) }],
    })
  })

  it('leaves out blank rows and cells, and counts rows as a spreadsheet does', async () => {
    const { columns, rows } = await readTable(Buffer.from('名称, 描述 ,\n\n甲,\n,,\n"a\nb",乙\n'))
    expect(columns).toEqual(TITLES)
    expect(rows.map(({ row, values }) => [row, Object.fromEntries(values)])).toEqual([
      [3, { 名称: '甲' }],
      [5, { 名称: 'a\nb', 描述: '乙' }],
    ])
  })

  it('says of a row that has more cells than the heading', async () => {
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
    expect(await readTable(Buffer.from(`\ufeff ${JSON.stringify(value)}`))).toEqual({ columns: ['name', 'tags'], rows })
  })

  it('says of an item that is no object', async () => {
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
  it('has numbers, and yes and no, as they are, and a date as the day that it shows', async () => {
    const workbook = createWorkbook(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>名称</t></is></c><c r="B1" t="inlineStr"><is><t>评分</t></is></c></row>' +
        '<row r="3"><c r="A3"><v>360</v></c><c r="B3" t="b"><v>1</v></c></row>',
    )
    expect(await readTable(workbook)).toEqual({
      columns: ['名称', '评分'],
      rows: [{ row: 3, values: new Map<string, unknown>(Object.entries({ 名称: 360, 评分: true })) }],
    })
  })
})

describe('it refuses', () => {
  const many = (rows: number) => Buffer.from(`name\n${'x\n'.repeat(rows)}`)
  it.each([
    ['an empty file with a heading', Buffer.from('name,slogan\n'), 'invalid', '文件里没有数据行'],
    ['a blank heading', Buffer.from(',,\n1,2,3'), 'invalid', '第一行应为表头，但没有读到列名'],
    ['a heading that stands twice', Buffer.from('name,name\na,b'), 'invalid', '表头“name”出现了两次'],
    ['an open quote', Buffer.from('name\n甲\n"乙'), 'invalid', '第3行的引号不成对'],
    ['bytes that are no text', Buffer.from([0x61, 0x00, 0xff, 0xfe, 0x81]), 'invalid', /文字编码/],
    ['a PDF', Buffer.from('%PDF-1.7 ...'), 'unsupportedMediaType', /只支持/],
    ['an old or encrypted workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'unsupportedMediaType', /\.xls/],
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
    ['JSON that is none', Buffer.from('[{"name":}]'), 'invalid', '导入文件格式错误'],
    ['JSON that nests too deep', Buffer.from(`${'['.repeat(50)}${']'.repeat(50)}`), 'invalid', /嵌套/],
    ['a key that reaches a prototype', Buffer.from('[{"__proto__":{"a":1}}]'), 'invalid', /./],
    ['JSON without a list', Buffer.from('{"a":1}'), 'invalid', /列表/],
    ['a zip that is no workbook', createZip({ 'a.txt': 'a' }), 'invalid', '工作簿已损坏或无法识别'],
    ['a zip that breaks off', createZip({ 'a.txt': 'a' }).subarray(0, 40), 'invalid', /工作簿/],
    ['a workbook whose sheet is no XML', createWorkbook('<row'), 'invalid', '工作簿已损坏或无法识别'],
  ])('%s', async (_, bytes, code, message) => {
    await expect(readTable(bytes)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('takes as many rows as it says', async () => {
    expect((await readTable(many(TABLE.rows))).rows.length).toBe(TABLE.rows)
  })

  it('a workbook that unpacks to more than the bound, though its directory says that it is small', async () => {
    const bomb = { deflated: Buffer.alloc(TABLE.unpackedBytes + 1, ' '), says: 10 }
    const workbook = createWorkbook('', { 'xl/worksheets/sheet2.xml': bomb })
    expect(workbook.length).toBeLessThan(200_000)
    await expect(readTable(workbook)).rejects.toMatchObject({ code: 'payloadTooLarge', message: /展开后过大/ })
  })

  it('a sheet that says its one cell stands in the billionth row', async () => {
    const workbook = createWorkbook('<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>')
    await expect(readTable(workbook)).rejects.toMatchObject({ code: 'payloadTooLarge', message: /展开后过大/ })
  }, 60_000)
})

/** Creates the least that a workbook is made of, around a sheet's rows. */
function createWorkbook(rows: string, more: Parameters<typeof createZip>[0] = {}): Buffer {
  const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const settingsCalls = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return createZip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels':
      `<Relationships xmlns="${relations}">` +
      `<Relationship Id="rId1" Type="${settingsCalls}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `<workbook xmlns="${spreadsheet}" xmlns:r="${settingsCalls}">` +
      '<sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${relations}">` +
      `<Relationship Id="rId1" Type="${settingsCalls}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  })
}
