import { buffer } from 'node:stream/consumers'
import { XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { getCellName, type Sheet, streamXlsx, writeWorkbook } from './xlsx.ts'

const readPart = (bytes: Uint8Array, path: string): string => strFromU8(unzipSync(bytes)[path] ?? new Uint8Array())
const readRows = (bytes: Uint8Array): string[] =>
  readPart(bytes, 'xl/worksheets/sheet1.xml').match(/<row .*?<\/row>/gs) ?? []
const findStyle = (row = '') => /<c [^>]*s="(\d+)"/.exec(row)?.[1]

it('streams a bold heading and rows with text wrapping', async () => {
  const bytes = await buffer(streamXlsx([{ title: '名称' }], [[['甲'], ['乙']], [['丙']]]))
  const styles = readRows(bytes).map(findStyle)
  expect(styles).toEqual(['1', '2', '2', '2'])
  const formats =
    readPart(bytes, 'xl/styles.xml')
      .split('<cellXfs')[1]
      ?.match(/<xf [^>]*\/>|<xf .*?<\/xf>/gs) ?? []
  expect(formats[1]).toContain('fontId="1"')
  expect(formats[2]).toContain('fontId="0"')
  expect(formats[2]).toContain('wrapText')
})

describe('a streamed sheet', () => {
  const stream = (widths: number[], rows: string[][]) =>
    buffer(
      streamXlsx(
        widths.map((width, index) => ({ title: `列${index}`, width })),
        rows.map((row) => [row]),
      ),
    )

  it('is printed on landscape pages, as many across as needed, with its heading on each', async () => {
    const bytes = await stream([20], [['甲']])
    const sheet = readPart(bytes, 'xl/worksheets/sheet1.xml')
    expect(sheet).toMatch(/<worksheet [^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr><sheetViews>/)
    expect(sheet).toMatch(
      /<\/sheetData><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"\/><\/worksheet>$/,
    )
    expect(readPart(bytes, 'xl/workbook.xml')).toContain(
      '<definedName name="_xlnm.Print_Titles" localSheetId="0">Sheet1!$1:$1</definedName>',
    )
    const wide = await stream([100, 100, 100], [['甲', '乙', '丙']])
    expect(readPart(wide, 'xl/worksheets/sheet1.xml')).toContain('fitToWidth="2"')
  })

  it('adjusts row heights to their texts, up to eight lines', async () => {
    const bytes = await stream([20], [['短'], ['一\n二\n三'], ['字'.repeat(10_000)], ['<row ']])
    expect(readRows(bytes).map((row) => /ht="(\d+)"/.exec(row)?.[1])).toEqual(['15', '15', '45', '120', '15'])
  })

  it('has the same row heights if it is longer than a chunk', async () => {
    const texts = Array.from({ length: 3_000 }, (_, index) => (index % 2 === 0 ? '一行' : '两\n行'))
    const rows = readRows(
      await stream(
        [20],
        texts.map((text) => [text]),
      ),
    )
    expect(rows).toHaveLength(3_001)
    expect(rows.slice(1).filter((row, index) => !row.includes(`ht="${index % 2 === 0 ? 15 : 30}"`))).toEqual([])
  })
})

it.each([
  ['短', 15],
  ['字'.repeat(19), 30],
  ['a'.repeat(19), 15],
  ['一\n二\n三', 45],
  ['字'.repeat(10_000), 409],
])('adjusts the row height to the text: %#', async (text, height) => {
  const bytes = await writeWorkbook([{ name: '表', columns: [{ title: '名称', width: 20 }], rows: [[text]] }])
  expect(readRows(bytes)[1]).toContain(`ht="${height}"`)
})

it('displays all numbers of a column with as many decimals as one of them needs', async () => {
  const bytes = await writeWorkbook([
    {
      name: '表',
      columns: [
        { title: '整数', format: 'points' },
        { title: '得分', format: 'points' },
        { title: '总分', format: 'points', countDecimals: (total) => (total < 79.5 ? 2 : 1) },
        { title: '占比', format: 'percent', countDecimals: (_, [score]) => (score === 60 ? 3 : 1) },
      ],
      rows: [
        [60, 71.26, 79.46, 0.79996],
        [61, 70, 79.5, 0.8],
      ],
    },
  ])
  const styles = readPart(bytes, 'xl/styles.xml')
  const cellFormats = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf [^>]*numFmtId="(\d+)"/g)].map(
    ([, id]) => id,
  )
  const codes = new Map(
    [...styles.matchAll(/<numFmt [^>]*numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
  )
  const readFormats = (row = '') =>
    [...row.matchAll(/<c [^>]*s="(\d+)"/g)].map(([, style]) => codes.get(cellFormats[Number(style)]))
  expect(readRows(bytes).slice(1).map(readFormats)).toEqual([
    ['0', '0.0', '0.00', '0.000%'],
    ['0', '0.0', '0.00', '0.000%'],
  ])
})

it('prints a wide sheet of a workbook on several pages across', async () => {
  const sheets = [20, 130].map((width) => ({
    name: `宽${width}`,
    columns: [
      { title: '甲', width },
      { title: '乙', width },
    ],
    rows: [['甲', '乙']],
  }))
  const bytes = await writeWorkbook(sheets)
  expect(readPart(bytes, 'xl/worksheets/sheet1.xml')).toContain('fitToWidth="1"')
  expect(readPart(bytes, 'xl/worksheets/sheet2.xml')).toContain('fitToWidth="2"')
})

it('names cells by column and row', () => {
  expect([getCellName(0, 0), getCellName(25, 1), getCellName(26, 9), getCellName(701, 0), getCellName(702, 0)]).toEqual(
    ['A1', 'Z2', 'AA10', 'ZZ1', 'AAA1'],
  )
})

describe('a sheet with derived figures', () => {
  const sheet: Sheet = {
    name: '汇总',
    caption: ['评分汇总表', '单位：分'],
    frozenColumns: 1,
    columns: [{ title: '候选' }, { title: '得分', format: 'points' }, { title: '金额', format: 'yuan' }],
    rows: [
      ['甲', 80, 1234.5],
      ['合计', { formula: 'SUM(B4:B4)', value: 80 }, null],
      ['结论', { formula: 'IF(B4<90,"推荐","强烈推荐")', value: '推荐' }, null],
    ],
    notes: ['评委签字：'],
  }

  it('stores formulas with their values', async () => {
    const rows = readRows(await writeWorkbook([sheet]))
    expect(rows[4]).toMatch(/<c r="B5" s="\d+"><f>SUM\(B4:B4\)<\/f><v>80<\/v><\/c>/)
    expect(rows[5]).toContain('<f>IF(B4&lt;90,"推荐","强烈推荐")</f><v>推荐</v>')
  })

  it('repeats its headings below a caption, and freezes what is above and beside the figures', async () => {
    const bytes = await writeWorkbook([sheet], { header: '甲&乙\n项目' })
    const xml = readPart(bytes, 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('<pane xSplit="1" ySplit="3" topLeftCell="B4" state="frozen"')
    expect(readPart(bytes, 'xl/workbook.xml')).toContain('汇总!$3:$3,汇总!$A:$A')
    expect(xml).toContain('<mergeCell ref="A1:C1"/><mergeCell ref="A2:C2"/><mergeCell ref="A7:C7"/>')
    expect(xml).toContain('<oddHeader>&amp;C甲&amp;&amp;乙 项目</oddHeader>')
  })

  it('never makes a formula of a text', async () => {
    const texts = ['=cmd|calc!A1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', '甲\u0001\ud800乙', '=1'.repeat(16_384)]
    const bytes = await writeWorkbook(
      [{ ...sheet, caption: ['=1'], notes: ['=2'], rows: texts.map((text) => [text]) }],
      {
        header: '=1\u0001\ud800',
      },
    )
    expect(readPart(bytes, 'xl/worksheets/sheet1.xml')).not.toMatch(/<f[ >]/)
    for (const part of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml'])
      expect(XMLValidator.validate(readPart(bytes, part)), part).toBe(true)
  })
})
