import { describe, expect, it } from 'vitest'
import { createWorkbook } from '#testing/factories/workbook.ts'
import type { TableChoice } from '../find-heading.ts'
import { readTable } from '../read-table.ts'

const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`
const HEADING = row(1, text('A1', '名称'), text('B1', '描述'))
const sheetXml = (rows: string, rest = '') => `<worksheet><sheetData>${rows}</sheetData>${rest}</worksheet>`

async function readRows(bytes: Buffer, choice?: TableChoice) {
  const { rows } = await readTable(bytes, choice)
  return rows.map(({ row: number, values, cellProblems = [] }) => ({
    row: number,
    values: Object.fromEntries(values),
    problems: Object.fromEntries(cellProblems),
  }))
}

describe('a cell', () => {
  it.each([
    ['an error', '<c r="B2" t="e"><v>#DIV/0!</v></c>', '是错误值#DIV/0!，请改正后重试'],
    ['a formula without a result', '<c r="B2"><f>A1</f><v/></c>', /没有结果的公式/],
    ['a formula without a stored text', '<c r="B2" t="str"><f>A1</f></c>', /没有结果的公式/],
    ['a text of 32,768 characters', text('B2', '字'.repeat(32_768)), /32767/],
    ['a shared text of 32,768 characters', '<c r="B2" t="s"><v>0</v></c>', /32767/],
  ])('makes its row a problem if it is %s', async (_, cell, problem) => {
    const workbook = createWorkbook(HEADING + row(2, text('A2', '甲'), cell), {
      'xl/sharedStrings.xml': `<sst><si><r><t>${'字'.repeat(20_000)}</t></r><r><t>${'字'.repeat(12_768)}</t></r></si></sst>`,
    })
    expect(await readRows(workbook)).toEqual([
      { row: 2, values: { 名称: '甲' }, problems: { 描述: expect.stringMatching(problem) } },
    ])
  })

  it('is read as displayed, by the number format of its style', async () => {
    const workbook = createWorkbook(
      HEADING +
        row(2, text('A2', '甲'), '<c r="B2" s="1"><v>0.999</v></c>') +
        row(3, text('A3', '乙'), '<c r="B3" s="2"><v>45992</v></c>'),
      {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellStyleXfs><xf numFmtId="4"/></cellStyleXfs>' +
          '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="31"/></cellXfs></styleSheet>',
      },
    )
    expect((await readRows(workbook)).map(({ values }) => values.描述)).toEqual(['99.9%', '2025年12月1日'])
  })

  it('contains a formula’s result, its runs of text without phonetic hints, and decoded escapes', async () => {
    const workbook = createWorkbook(
      HEADING +
        row(2, '<c r="A2" t="str"><f>B1</f><v>甲</v></c>', '<c r="B2" t="s"><v>0</v></c>') +
        row(3, text('A3', '_x0001__x005F_x0041_'), '<c r="B3" t="str"><f>A1</f><v></v></c>'),
      { 'xl/sharedStrings.xml': '<sst><si><r><t>一</t></r><rPh><t>yī</t></rPh><r><t>二</t></r></si></sst>' },
    )
    expect((await readRows(workbook)).map(({ values }) => values)).toEqual([
      { 名称: '甲', 描述: '一二' },
      { 名称: '\u0001_x0041_' },
    ])
  })
})

it('rejects a workbook with a text far longer than a cell before it is in memory', async () => {
  const deflated = Buffer.from(sheetXml(row(1, text('A1', 'a'.repeat(20_000_000)))))
  const workbook = createWorkbook('', { 'xl/worksheets/sheet1.xml': { deflated, declaredBytes: deflated.length } })
  await expect(readTable(workbook)).rejects.toMatchObject({ code: 'payloadTooLarge', message: /32767/ })
})

it('rejects a sheet that repeats a long text in more cells than its size allows', async () => {
  const cells = Array.from({ length: 3_000 }, (_, index) => `<row r="${index + 1}"><c t="s"><v>0</v></c></row>`).join(
    '',
  )
  const workbook = createWorkbook(cells, { 'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(32_767)}</t></si></sst>` })
  await expect(readTable(workbook)).rejects.toMatchObject({ code: 'payloadTooLarge', message: /展开后过大/ })
})

it('repeats merged cells in the rows below, except in blank rows', async () => {
  const rows =
    HEADING +
    row(2, text('A2', '甲'), text('B2', '共同')) +
    row(3, text('A3', '乙')) +
    row(4, '<c r="A4"/>') +
    row(5, text('A5', '丙'))
  const workbook = createWorkbook('', {
    'xl/worksheets/sheet1.xml': sheetXml(rows, '<mergeCells><mergeCell ref="B2:B4"/></mergeCells>'),
  })
  expect((await readRows(workbook)).map(({ row: number, values }) => ({ row: number, values }))).toEqual([
    { row: 2, values: { 名称: '甲', 描述: '共同' } },
    { row: 3, values: { 名称: '乙', 描述: '共同' } },
    { row: 5, values: { 名称: '丙' } },
  ])
})

describe('the table', () => {
  const isHeading = (cells: readonly string[]) => cells.includes('名称')
  const table =
    row(1, text('A1', '产品台账'), text('B1', '2026年')) +
    row(3, text('A3', '名称'), text('B3', '描述')) +
    row(4, text('A4', '甲'))
  const createSheets = (first: string, state = 'visible') =>
    createWorkbook(first, {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets>' +
        `<sheet name="封面" state="${state}" r:id="rId1"/><sheet name="产品" r:id="rId2"/></sheets></workbook>`,
      'xl/worksheets/sheet2.xml': sheetXml(table),
    })

  it.each([
    ['below a title, after a cover sheet', createSheets(row(1, text('A1', '请先阅读')))],
    ['after a hidden sheet', createSheets(HEADING + row(2, text('A2', '乙')), 'hidden')],
  ])('is found %s', async (_, workbook) => {
    expect(await readRows(workbook, { isHeading })).toEqual([{ row: 4, values: { 名称: '甲' }, problems: {} }])
  })

  it('is the one that is chosen', async () => {
    const workbook = createSheets(HEADING + row(2, text('A2', '乙')), 'hidden')
    expect(await readRows(workbook, { isHeading, sheet: '封面' })).toMatchObject([{ row: 2, values: { 名称: '乙' } }])
    expect(await readRows(workbook, { sheet: '产品', headingRow: 1 })).toMatchObject([
      { row: 3, values: { 产品台账: '名称' } },
      { row: 4, values: { 产品台账: '甲' } },
    ])
    await expect(readRows(workbook, { sheet: '别的' })).rejects.toMatchObject({ code: 'invalid', message: /别的/ })
  })
})
