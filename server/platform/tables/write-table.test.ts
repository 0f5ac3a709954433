import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { readTable } from './read-table.ts'
import type { TableColumn } from './table.ts'
import { streamTable, writeTable } from './write-table.ts'

type Row = { name: string; rating: number | null; isActive: boolean; tags: string[] }

const COLUMNS: TableColumn<Row>[] = [
  { key: 'name', title: '名称', cell: ({ name }) => name },
  { key: 'rating', title: '评分', cell: ({ rating }) => rating },
  { key: 'isActive', title: '上架', cell: ({ isActive }) => isActive },
  { key: 'tags', title: '标签', cell: ({ tags }) => tags.join('\n'), value: ({ tags }) => tags },
]
const row = (name: string, more: Partial<Row> = {}): Row => ({ name, rating: 4.5, isActive: true, tags: [], ...more })

const UNUSUAL_TEXTS = [
  '=HYPERLINK("http://evil.example","看")',
  '含“引号”、"quotes", 逗号,\r\n与换行',
  '  两边有空白  ',
  '🚀 emoji',
  '_x0041_ 像转义',
  'a\u000bb\u001fc\rd\u007fe\u0085',
  '\ufffd 替换字符',
  '\ufffe不是字符\uffff',
  'constructor',
  '__proto__',
  '<b>&amp;</b>',
]

describe('CSV', () => {
  it('is UTF-8 with a byte order mark, quoted by RFC 4180', async () => {
    const file = await writeTable('csv', COLUMNS, [
      row('甲,"乙"', { rating: -0.5, isActive: false, tags: ['一', '二'] }),
      row('=1+1', { rating: null }),
    ])
    expect({ mimetype: file.mimetype, extension: file.extension }).toEqual({
      mimetype: 'text/csv; charset=utf-8',
      extension: 'csv',
    })
    expect(file.bytes.toString()).toBe('\ufeff名称,评分,上架,标签\r\n"甲,""乙""",-0.5,否,"一\n二"\r\n\'=1+1,,是,\r\n')
  })

  it('contains only the headings if there are no rows', async () => {
    expect((await writeTable('csv', COLUMNS, [])).bytes.toString()).toBe('\ufeff名称,评分,上架,标签\r\n')
  })
})

describe('Excel', () => {
  it('contains numbers as numbers and every text unchanged', async () => {
    const file = await writeTable(
      'xlsx',
      COLUMNS,
      UNUSUAL_TEXTS.map((name) => row(name)),
    )
    expect(file.mimetype.split('.').at(-1)).toBe('sheet')
    expect(file.extension).toBe('xlsx')
    const [head, ...cells] = await readSheet(file.bytes, { trim: false })
    expect(head).toEqual(['名称', '评分', '上架', '标签'])
    expect(cells.map(([name, rating]) => [name, rating])).toEqual(UNUSUAL_TEXTS.map((name) => [name, 4.5]))
  })

  it('cuts a text that is too long for a cell, with a note', async () => {
    const { bytes } = await writeTable('xlsx', COLUMNS, [row('甲'), row('字'.repeat(32_768))])
    const [, , cells] = await readSheet(bytes)
    const name = String(cells?.[0])
    expect(name).toMatch(/^【全文32768字，/)
    expect(name).toHaveLength(32_767)
  })

  it('supports columns after Z', async () => {
    const columns = Array.from({ length: 60 }, (_, index) => ({
      key: `${index}`,
      title: `列${index}`,
      cell: () => index,
    }))
    const { bytes } = await writeTable('xlsx', columns, [{}])
    const [, cells] = await readSheet(bytes)
    expect(cells).toEqual(Array.from({ length: 60 }, (_, index) => index))
  })
})

describe('streamTable', () => {
  async function* streamPages(...pages: Row[][]) {
    yield* pages
  }

  it.each(['csv', 'xlsx', 'json'] as const)('writes the same %s file as writeTable', async (format) => {
    const rows = Array.from({ length: 250 }, (_, index) => row(`第${index}行`, { tags: [`${index}`, '多行\n文字'] }))
    const pages = streamPages(rows.slice(0, 7), [], rows.slice(7))
    const { bytes, ...kind } = streamTable(format, COLUMNS, pages)
    const whole = await writeTable(format, COLUMNS, rows)
    expect(await readTable(await buffer(bytes))).toEqual(await readTable(whole.bytes))
    expect(kind).toEqual({ mimetype: whole.mimetype, extension: format })
  })

  it.each(['csv', 'xlsx', 'json'] as const)('fails as %s if reading the rows fails', async (format) => {
    async function* broken() {
      yield [row('甲')]
      throw new Error('reading failed')
    }
    await expect(buffer(streamTable(format, COLUMNS, broken()).bytes)).rejects.toThrow('reading failed')
  })
})

describe('JSON', () => {
  it.each([[[]], [[row('甲')]], [[row('甲\n乙'), row('丙', { tags: ['丁', '戊'] })]]])(
    'has the format of JSON.stringify: %j',
    async (rows: Row[]) => {
      const values = rows.map(({ name, rating, isActive, tags }) => ({ name, rating, isActive, tags }))
      const { bytes } = await writeTable('json', COLUMNS, rows)
      expect(bytes.toString()).toBe(`${JSON.stringify(values, null, 2)}\n`)
    },
  )

  it('is a list of objects by key', async () => {
    const file = await writeTable('json', COLUMNS, [row('=1+1', { rating: null, tags: ['一'] })])
    expect(JSON.parse(file.bytes.toString())).toEqual([{ name: '=1+1', rating: null, isActive: true, tags: ['一'] }])
  })
})
